import type { Told } from '../consoles/consoles-process'
import { changeStored } from './own-console'

type Type = Told<'addApplications'>[2]

/** Organizations with an application and three documents each that nobody has looked at. */
export const addApplications = (name: string, count: number, type: Type = 'initial_registration'): Promise<void> =>
  changeStored('addApplications', name, count, type)
