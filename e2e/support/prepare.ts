import { dropPrepared, makePrepared } from './storage'

/** Seeds the demo data once per run: each file of journeys gets a copy. */
export default async function prepare() {
  await makePrepared()
  return dropPrepared
}
