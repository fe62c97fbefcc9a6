const NAME = 'TakerSignedOut'

/** Ends an export early; not a failure. */
export class ExporterSignedOut extends Error {
  override name = NAME

  constructor() {
    super('The session of whoever takes this list was ended')
  }
}

/** By name: the edge and the framework are built apart, so the class differs. */
export const isExporterSignedOut = (error: unknown): boolean => error instanceof Error && error.name === NAME
