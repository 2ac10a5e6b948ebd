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
