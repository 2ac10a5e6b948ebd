import { hitIdOf, isPassageHit, type SearchHit, type SourceTier } from '../../workflows/contracts/evidence.ts';
import { sourceTierOf } from '../sources/source-tier.ts';
import { detectLanguage } from '../text/language.ts';
import type { PassageIndex } from './corpus-index.ts';
import { readPassageIfPresent } from './passage-presence.ts';

/** What can be read of a hit before its page is fetched: the stored passage, or title and snippet. */
export interface HitText {
  /** `hitIdOf` the hit. */
  readonly id: string;
  readonly title: string;
  readonly headingPath: readonly string[];
  readonly text: string;
  readonly language: string;
  /** Null: a local file that nobody graded. */
  readonly sourceTier: SourceTier | null;
  /** Place in the whole ranking, counted from 1. */
  readonly rank: number;
}

/** The text that a hit is judged by; null when its document changed or left since it was found. */
export async function candidateOf(
  corpus: Pick<PassageIndex, 'readPassage'>,
  corpusId: string,
  hit: SearchHit,
  rank: number,
): Promise<HitText | null> {
  const id = hitIdOf(hit);
  if (!isPassageHit(hit)) {
    const { title, snippet: text, locator } = hit;
    const language = detectLanguage(`${title}\n${text}`);
    return { id, title, headingPath: [], text, language, sourceTier: sourceTierOf(locator), rank };
  }
  const stored = await readPassageIfPresent(corpus, corpusId, hit.passage.passageId);
  if (stored === null) return null;
  const { passage, source, text } = stored;
  const { title, language, sourceTier } = source;
  return { id, title, headingPath: passage.headingPath, text, language, sourceTier, rank };
}
