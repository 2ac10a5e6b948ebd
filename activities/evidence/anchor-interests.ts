import type { QueryAnchor } from '../../workflows/contracts/query-anchor.ts';
import type { CorpusIndex } from '../corpus/corpus-index.ts';
import { interestOfTask, interestsOfAnchor } from './interests.ts';
import type { Interest } from './passage-reading.ts';

/** What the anchor asks for: the question together with the person's answers, the question itself, and its parts. */
export async function anchorInterests(
  corpus: CorpusIndex,
  corpusId: string,
  anchor: QueryAnchor,
): Promise<readonly Interest[]> {
  const { originalQuestion, refinements } = anchor;
  const parts = await interestsOfAnchor(corpus, corpusId, anchor);
  if (refinements.length === 0) return parts;
  const refined = [originalQuestion, ...refinements].join(' ');
  return [await interestOfTask(corpus, corpusId, anchor, refined), ...parts];
}
