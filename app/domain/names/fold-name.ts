/** Letters whose sound is not found by removing diacritics. */
const LETTERS: Record<string, string> = letters(
  'а a  ә a  б b  в v  г g  ғ g  д d  е e  ё yo  ж zh  з z  и i  й y  і i  к k  қ k  л l  м m  н n  ң n  о o  ө o  п p  р r',
  'с s  т t  у u  ұ u  ү u  ф f  х kh  һ kh  ц ts  ч ch  ш sh  щ shch  ы y  э e  ю yu  я ya',
  'ş sh  š sh  ç ch  č ch  ž zh  ı y  ß ss  æ a  ø o',
)

/** One letter per sound: x is ш, c is ч, j is ж, and k is also х, because people write each in several ways. */
const SPELLINGS: Record<string, string> = {
  shch: 'x',
  sch: 'x',
  sh: 'x',
  tch: 'c',
  ch: 'c',
  dzh: 'j',
  dj: 'j',
  zh: 'j',
  j: 'j',
  kh: 'k',
  h: 'k',
  gh: 'g',
  ph: 'f',
  th: 't',
  ts: 's',
  tz: 's',
  ck: 'k',
  qu: 'kv',
  q: 'k',
  x: 'ks',
  w: 'v',
  ou: 'u',
  oo: 'u',
  ng: 'n',
  y: 'i',
}
const SPELLED = /shch|sch|sh|tch|ch|dzh|dj|zh|j|kh|h|gh|ph|th|ts|tz|ck|qu(?=[aeio])|q|x|w|ou|oo|ng|y|c/g
const SILENT = /[ъьЪЬ'’‘ʼʹ`´"«»“”„]/g
const HAN = /(\p{Script=Han}+)/u

/**
 * The words of a name or a query as they sound, in Latin letters: 'Жібек Жолы' and 'Zhibek zholy' are both ['jibek', 'joli']. Chinese stays
 * as written. Quotes and punctuation are dropped; legal forms stay.
 */
export function foldWords(text: string): string[] {
  return text
    .normalize('NFKC')
    .replace(SILENT, '')
    .replace(/(?<!\p{L})(\p{L})\.(?=\p{L}(?!\p{L}))/gu, '$1')
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .flatMap((word) => word.split(HAN))
    .map((word) => (HAN.test(word) ? word : foldWord(word)))
    .filter((word) => word !== '')
}

function foldWord(word: string): string {
  const plain = word
    .replace(/\p{L}/gu, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
  return plain
    .replace(SPELLED, soundOf)
    .replace(/i+([aeu])/g, '$1')
    .replace(/i+o/g, 'e')
    .replace(/([a-z])\1+/g, '$1')
}

function soundOf(spelled: string, index: number, word: string): string {
  if (spelled === 'c') return /[eiy]/.test(word[index + 1] ?? '') ? 's' : 'k'
  return SPELLINGS[spelled] ?? spelled
}

function letters(...lines: string[]): Record<string, string> {
  const pairs = lines.flatMap((line) => line.split('  ')).map((pair) => pair.split(' '))
  return Object.fromEntries(pairs.map(([letter = '', sound = '']) => [letter, sound]))
}

/**
 * The consonants of folded words in capitals, for names whose vowels are transcribed by ear: 'Blue Crane' and «блю крейн» are both ['BL',
 * 'KRN']. Words with fewer than two consonants are left out.
 */
export const consonantsOf = (words: readonly string[]): string[] =>
  words
    .filter((word) => !HAN.test(word))
    .map((word) =>
      word
        .replace(/[aeiou]/g, '')
        .replace(/g/g, 'j')
        .replace(/z/g, 's')
        .toUpperCase(),
    )
    .filter((word) => word.length >= 2)
