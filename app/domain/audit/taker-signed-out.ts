const NAME = 'TakerSignedOut'

/** Breaks a list off in the middle; it is no failure. */
export class TakerSignedOut extends Error {
  override name = NAME

  constructor() {
    super('The session of whoever takes this list was ended')
  }
}

/** By name: the edge and the framework are built apart. */
export const isTakerSignedOut = (error: unknown): boolean => error instanceof Error && error.name === NAME
