import { Outlet } from 'react-router'

/** Pages that anybody may see. They need no script. */
export const handle = { scripts: false }

export default function Public() {
  return <Outlet />
}
