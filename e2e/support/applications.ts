import type { Told } from '../consoles/consoles-process'
import { changeStored } from './own-console'

/** Adds organizations with an application and three documents each that nobody has opened. */
export const addApplications = (...told: Told<'addApplications'>): Promise<void> =>
  changeStored('addApplications', ...told)
