/**
 * Offsets in the UTF-8 form of a text for offsets in UTF-16 code units. The text is gone through once, however many
 * there are.
 *
 * @param offsets in any order, none beyond the text
 */
export function byteOffsets(text: string, offsets: readonly number[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  let reached = 0;
  let bytes = 0;
  for (const offset of [...new Set(offsets)].sort((first, second) => first - second)) {
    bytes += Buffer.byteLength(text.slice(reached, offset));
    reached = offset;
    found.set(offset, bytes);
  }
  return found;
}
