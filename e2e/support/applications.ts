import type { Told } from '../consoles/consoles-process'
import { changeStored } from './own-console'

/** Organizations with an application and three documents each that nobody has looked at. */
export const addApplications = (...told: Told<'addApplications'>): Promise<void> =>
  changeStored('addApplications', ...told)
