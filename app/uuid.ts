/** The pattern of an id. */
export const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const WHOLE_UUID = new RegExp(`^${UUID}$`, 'i')
export const isUuid = (value: string | undefined): value is string => WHOLE_UUID.test(value ?? '')
