/** What a made-up certificate says, in plain Latin letters. `tint` picks one of four colours. */
export type SampleDocument = {
  state: string
  title: string
  company: string
  tint: number
  lines: [label: string, value: string][]
}

/** Ink of letterhead and border, and the pale ground of the title, as red, green, blue from 0 to 255. */
type Tint = { ink: Rgb; ground: Rgb }
export type Rgb = [number, number, number]

const TINTS: [Tint, Tint, Tint, Tint] = [
  { ink: [31, 78, 121], ground: [230, 238, 246] },
  { ink: [120, 47, 47], ground: [247, 235, 233] },
  { ink: [34, 94, 70], ground: [230, 243, 236] },
  { ink: [84, 66, 20], ground: [246, 240, 225] },
]

export const tintOf = ({ tint }: SampleDocument): Tint => TINTS[tint] ?? TINTS[0]
export const STATEMENT = 'This paper is made up for demonstration and proves nothing.'
