/** The beginning of a JSON text, closed behind an item of a list. */
interface ClosedText {
  readonly json: string;
  /** Length of the beginning that is kept. */
  readonly kept: number;
}

/**
 * The texts that remain when a JSON text that was cut off is closed behind a complete item of a list: behind the last
 * one of the innermost list first, which keeps most, then of the lists around it.
 */
export function closeBehindItems(text: string): readonly ClosedText[] {
  const open: string[] = [];
  /** By depth of the list, because an item of an inner list may stand in an item that is not complete. */
  const closed = new Map<number, ClosedText>();
  const keep = (end: number): void => {
    if (open.at(-1) === ']')
      closed.set(open.length, { json: text.slice(0, end) + open.toReversed().join(''), kept: end });
  };
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') {
      const end = endOfString(text, index);
      if (end === undefined) break;
      index = end;
      keep(index + 1);
    } else if (character === '{') open.push('}');
    else if (character === '[') open.push(']');
    else if (character === ',') keep(index);
    else if (character === '}' || character === ']') {
      if (character === ']' && !isEmptyList(text, index)) keep(index);
      open.pop();
      keep(index + 1);
    }
  }
  return [...closed.values()].sort((a, b) => b.kept - a.kept);
}

function isEmptyList(text: string, end: number): boolean {
  return text.slice(0, end).trimEnd().endsWith('[');
}

/** Index of the closing quotation mark. */
function endOfString(text: string, start: number): number | undefined {
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1;
    else if (text[index] === '"') return index;
  }
  return undefined;
}
