/** All values of a UTF-16 code unit. */
const CODE_UNITS = 2 ** 16;
/** Words that there is room for at first. */
const SMALLEST = 2 ** 12;
const LETTERS_OF_A_WORD = 8;
/** Slots are at most so full; searching fuller ones takes longer. */
const FULLEST = 0.5;

const POINT = 0x2e;
const COMMA = 0x2c;
const HYPHEN = 0x2d;
const SECTION = 0xa7;
const BLANKS: ReadonlySet<number | undefined> = new Set([0x20, 0xa0, 0x202f]);
const ZERO = 0x30;
const NINE = 0x39;

/** Code units of letters, marks, digits and underscores, including both units of a surrogate pair. */
let wordUnits: Uint8Array | undefined;

function findWordUnits(): Uint8Array {
  const isWord = (unit: number): boolean => /[\p{L}\p{M}\p{N}_\ud800-\udfff]/u.test(String.fromCharCode(unit));
  return Uint8Array.from({ length: CODE_UNITS }, (_, unit) => (isWord(unit) ? 1 : 0));
}

/**
 * Gives distinct words numbers from 0, in order of first use. A folder repeats most of its words, and finding the number of one
 * takes a fraction of the time of making a string of it.
 */
export class WordTable {
  readonly #wordUnits = (wordUnits ??= findWordUnits());
  #text = new Uint16Array(SMALLEST);
  /** The code units of all words, one after another; a word ends where the next begins. */
  #letters = new Uint16Array(LETTERS_OF_A_WORD * SMALLEST);
  #starts = new Uint32Array(SMALLEST + 1);
  #hashes = new Uint32Array(SMALLEST);
  /** By hash: a word's number and one more; 0 is free. */
  #slots = new Uint32Array(SMALLEST / FULLEST);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  wordOf(number: number): string {
    const { buffer, byteOffset, byteLength } = this.#letters.subarray(this.#starts[number], this.#starts[number + 1]);
    return Buffer.from(buffer, byteOffset, byteLength).toString('utf16le');
  }

  /** The words of a text in order, as written, with repetitions: runs of word characters, and identifiers. */
  numbersIn(text: string): readonly number[] {
    const numbers: number[] = [];
    const letters = this.#unitsOf(text);
    const [wordUnits, { length }] = [this.#wordUnits, text];
    for (let at = 0; at < length; at += 1) {
      const start = at;
      // FNV-1a over code units.
      let hash = 0x811c9dc5;
      const isInWord = (): boolean => wordUnits[letters[at] ?? 0] === 1 || joinsIdentifier(letters, at, start);
      for (; at < length && isInWord(); at += 1) hash = Math.imul(hash ^ (letters[at] ?? 0), 0x01000193);
      if (at > start) numbers.push(this.#numberOf(letters, start, at, hash >>> 0));
    }
    return numbers;
  }

  /** Copied at once: reading them one by one from the text takes a fifth longer. */
  #unitsOf(text: string): Uint16Array {
    if (text.length > this.#text.length) this.#text = new Uint16Array(2 * text.length);
    Buffer.from(this.#text.buffer).write(text, 'utf16le');
    return this.#text.subarray(0, text.length);
  }

  #numberOf(letters: Uint16Array, start: number, end: number, hash: number): number {
    const last = this.#slots.length - 1;
    for (let slot = hash & last; ; slot = (slot + 1) & last) {
      const number = (this.#slots[slot] ?? 0) - 1;
      if (number < 0) return this.#add(letters.subarray(start, end), hash, slot);
      if (this.#hashes[number] === hash && this.#is(number, letters, start, end)) return number;
    }
  }

  #is(number: number, letters: Uint16Array, start: number, end: number): boolean {
    const from = this.#starts[number] ?? 0;
    if ((this.#starts[number + 1] ?? 0) - from !== end - start) return false;
    for (let at = start; at < end; at += 1) if (this.#letters[from + at - start] !== letters[at]) return false;
    return true;
  }

  #add(letters: Uint16Array, hash: number, slot: number): number {
    const number = this.#size;
    const from = this.#starts[number] ?? 0;
    const to = from + letters.length;
    if (to > this.#letters.length) this.#letters = enlarged(this.#letters, to);
    this.#letters.set(letters, from);
    this.#starts[number + 1] = to;
    this.#hashes[number] = hash;
    this.#slots[slot] = number + 1;
    this.#size += 1;
    if (this.#size >= this.#hashes.length) this.#enlarge();
    return number;
  }

  #enlarge(): void {
    const room = 2 * this.#hashes.length;
    this.#hashes = enlarged(this.#hashes, room);
    this.#starts = enlarged(this.#starts, room + 1);
    this.#slots = new Uint32Array(room / FULLEST);
    const last = this.#slots.length - 1;
    for (let number = 0; number < this.#size; number += 1) {
      let slot = (this.#hashes[number] ?? 0) & last;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & last;
      this.#slots[slot] = number + 1;
    }
  }
}

/** "v1.20.0", "V-12" and "§ 4" are one word. @param start of the word */
function joinsIdentifier(letters: Uint16Array, at: number, start: number): boolean {
  const unit = letters[at];
  if (unit === SECTION) return isDigit(letters[at + (BLANKS.has(letters[at + 1]) ? 2 : 1)]);
  if (!isDigit(letters[at + 1])) return false;
  if (unit === POINT || unit === COMMA) return isDigit(letters[at - 1]);
  return unit === HYPHEN ? at > start : BLANKS.has(unit) && letters[at - 1] === SECTION;
}

function isDigit(unit = 0): boolean {
  return unit >= ZERO && unit <= NINE;
}

/** A copy with room for so many numbers, at least twice as many as before; the new ones are 0. */
export function enlarged<Numbers extends Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(
  numbers: Numbers,
  size: number,
): Numbers {
  const length = Math.max(size, 2 * numbers.length);
  const larger = numbers instanceof Uint16Array ? new Uint16Array(length) : new Uint32Array(length);
  larger.set(numbers);
  return larger as Numbers;
}
