import type { ScanState } from '../../vocabulary'

/** What can be done with the file of a document now: `ready` is opened in place, `unscanned` only kept as a file, others not at all. */
export type FileState = 'ready' | 'unscanned' | 'infected' | 'missing'

type StoredState = { scanState: ScanState; fileMissingSince: Date | null }

export type WithFileState<Row> = Omit<Row, keyof StoredState> & { fileState: FileState }

/** Documents with what can be done with their files, in place of what that follows from. */
export const withFileStates = <Row extends StoredState>(
  rows: readonly Row[],
  hasScanner: boolean,
): WithFileState<Row>[] =>
  rows.map(({ scanState, fileMissingSince, ...row }) => ({
    ...row,
    fileState: fileState({ scanState, fileMissingSince }, hasScanner),
  }))

/** Its file is gone, and its applicant is asked for it again. */
export const hasLostFile = ({ scanState, fileMissingSince }: StoredState): boolean =>
  scanState === 'infected' || fileMissingSince !== null

/** With a scanner, a file that it has not cleared is never shown in place; without one, there is nothing to wait for. */
export function fileState({ scanState, fileMissingSince }: StoredState, hasScanner: boolean): FileState {
  if (scanState === 'infected') return 'infected'
  if (fileMissingSince) return 'missing'
  return scanState === 'clean' || !hasScanner ? 'ready' : 'unscanned'
}
