import type { Passage } from '@plumbline/contracts/evidence/source';

/** Lines of an outline: more is a register, and no lead is found in it. */
const MOST_LINES = 40;
/** Lines for each passage that is shown: a document that only touches the question is not laid out in full. */
const LINES_PER_PASSAGE = 8;
const MAX_HEADING = 100;

/**
 * The headings of passages in order, each below its own. Of many only the upper levels, so that the whole stays in view.
 *
 * @param shown passages of the document that are shown beside the outline
 */
export function outlineOf(passages: readonly Pick<Passage, 'headingPath'>[], shown: number): readonly string[] {
  const most = Math.min(MOST_LINES, LINES_PER_PASSAGE * shown);
  const paths = new Map(passages.flatMap(pathsIn).map((path) => [JSON.stringify(path), path]));
  const all = [...paths.values()];
  const deepest = Math.max(0, ...all.map(({ length }) => length));
  for (let depth = deepest; depth > 1; depth -= 1) {
    const upper = all.filter(({ length }) => length <= depth);
    if (upper.length <= most) return upper.map(lineOf);
  }
  const top = all.filter(({ length }) => length <= 1).slice(0, most);
  return top.length > 1 ? top.map(lineOf) : all.slice(0, most).map(lineOf);
}

/** A heading without text of its own stands only in the paths of others. */
function pathsIn({ headingPath }: Pick<Passage, 'headingPath'>): string[][] {
  return headingPath.map((_, index) => headingPath.slice(0, index + 1));
}

function lineOf(path: readonly string[]): string {
  return `${'  '.repeat(path.length - 1)}${path.at(-1)?.slice(0, MAX_HEADING) ?? ''}`;
}
