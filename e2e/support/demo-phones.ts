export const SUPERADMIN = '+77010000001'
export const ADMIN = '+77010000002'
export const MANAGER = '+77010000003'
export const CASHIER = '+77010000004'
/** The partner of an organization whose setup has begun. */
export const PARTNER = '+77010000005'
