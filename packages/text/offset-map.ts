/** A stretch of a derived text that its original contains unchanged. Offsets are UTF-16 code units. */
export interface KeptRange {
  readonly start: number;
  readonly originalStart: number;
  readonly length: number;
}

/**
 * Maps a derived text to its original: the kept ranges, in order in both texts and without overlap. Text between them
 * was inserted in the derived text or left out of the original.
 */
export type OffsetMap = readonly KeptRange[];

export interface TextDerivation {
  /** Copies the original from `start` to `end`, which must follow everything copied before. */
  keep(start: number, end: number): void;
  /** Inserts text that is not in the original. */
  insert(text: string): void;
  /** Length of the derived text so far. */
  length(): number;
  finish(): { readonly text: string; readonly map: OffsetMap };
}

/** Builds a text from parts of another and records their positions. */
export function deriveText(original: string): TextDerivation {
  const parts: string[] = [];
  const map: { start: number; originalStart: number; length: number }[] = [];
  let length = 0;
  const insert = (text: string): void => {
    parts.push(text);
    length += text.length;
  };

  return {
    keep(start, end) {
      if (end <= start) return;
      const last = map.at(-1);
      const continues =
        last !== undefined && last.start + last.length === length && last.originalStart + last.length === start;
      if (continues) last.length += end - start;
      else map.push({ start: length, originalStart: start, length: end - start });
      insert(original.slice(start, end));
    },
    insert,
    length: () => length,
    finish: () => ({ text: parts.join(''), map }),
  };
}

/** The range of the original that a range of the derived text comes from; null if all of it was inserted. */
export function originalRange(
  map: OffsetMap,
  { start, end }: { readonly start: number; readonly end: number },
): { readonly start: number; readonly end: number } | null {
  const touched = map.filter((kept) => Math.max(kept.start, start) < Math.min(kept.start + kept.length, end));
  const [first] = touched;
  const last = touched.at(-1);
  if (first === undefined || last === undefined) return null;
  return {
    start: first.originalStart + Math.max(0, start - first.start),
    end: last.originalStart + Math.min(last.length, end - last.start),
  };
}
