import type { Passage } from '../../../workflows/contracts/evidence/evidence.ts';

/** Lines of an outline: more is a register, and no lead is found in it. */
const MOST_LINES = 30;
const MAX_HEADING = 100;

/**
 * The headings of a document in order, each below its own. Of a long document only the upper levels, so that the whole stays
 * in view.
 */
export function outlineOf(passages: readonly Pick<Passage, 'headingPath'>[]): readonly string[] {
  const paths = new Map(passages.flatMap(pathsIn).map((path) => [JSON.stringify(path), path]));
  const all = [...paths.values()];
  const deepest = Math.max(0, ...all.map(({ length }) => length));
  for (let depth = deepest; depth > 1; depth -= 1) {
    const shown = all.filter(({ length }) => length <= depth);
    if (shown.length <= MOST_LINES) return shown.map(lineOf);
  }
  const top = all.filter(({ length }) => length <= 1).slice(0, MOST_LINES);
  return top.length > 1 ? top.map(lineOf) : all.slice(0, MOST_LINES).map(lineOf);
}

/** A heading without text of its own stands only in the paths of others. */
function pathsIn({ headingPath }: Pick<Passage, 'headingPath'>): string[][] {
  return headingPath.map((_, index) => headingPath.slice(0, index + 1));
}

function lineOf(path: readonly string[]): string {
  return `${'  '.repeat(path.length - 1)}${path.at(-1)?.slice(0, MAX_HEADING) ?? ''}`;
}
