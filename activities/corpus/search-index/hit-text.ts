import {
  hitIdOf,
  type InjectionSignal,
  isPassageHit,
  type SearchHit,
  type SourceTier,
} from '../../../workflows/contracts/evidence/evidence.ts';
import { injectionSignalsIn } from '../../language/injection/injection-signals.ts';
import { detectLanguage } from '../../language/text/language.ts';
import type { CopyableDocument } from '../../language/text/near-copies.ts';
import { sourceTierOf } from '../source-quality/source-tier.ts';
import type { PassageIndex, StoredPassage } from './corpus-index.ts';

const SNIPPET_LENGTH = 300;

/** What is known of a hit before its page is fetched: the stored passage, or title and snippet. */
export interface HitText {
  /** `hitIdOf` the hit. */
  readonly id: string;
  readonly title: string;
  readonly headingPath: readonly string[];
  readonly text: string;
  /** Null for a page that is known only by title and snippet. */
  readonly document: CopyableDocument | null;
  readonly language: string;
  /** Null for an ungraded local file. */
  readonly sourceTier: SourceTier | null;
  /** Position in the whole ranking, counted from 1. */
  readonly rank: number;
  /** Injection signals in the whole document, or in what is known of a page. */
  readonly untrusted: readonly InjectionSignal[];
}

/**
 * The texts by which hits are judged, in order; null for a hit whose document changed or disappeared since the search.
 *
 * @param firstRank position of the first hit in the whole ranking
 */
export async function hitTextsOf(
  corpus: Pick<PassageIndex, 'readPassages'>,
  corpusId: string,
  hits: readonly SearchHit[],
  firstRank = 1,
): Promise<(HitText | null)[]> {
  const passageIds = hits.filter(isPassageHit).map(({ passage }) => passage.passageId);
  const stored =
    passageIds.length === 0 ? new Map<string, StoredPassage>() : await corpus.readPassages(corpusId, passageIds);
  return hits.map((hit, index) => {
    const rank = firstRank + index;
    if (!isPassageHit(hit)) return snippetText(hit, rank);
    const found = stored.get(hit.passage.passageId);
    return found === undefined ? null : passageText(found, rank);
  });
}

function passageText({ passage, source, text }: StoredPassage, rank: number): HitText {
  const { title, language, sourceTier, untrusted } = source;
  const { headingPath, passageId: id } = passage;
  const document = { locator: source.locator, mediaType: source.mediaType, length: source.text.byteLength };
  return { id, title, headingPath, text, document, language, sourceTier, rank, untrusted };
}

function snippetText(hit: SearchHit, rank: number): HitText {
  const { title, snippet: text, locator } = hit;
  const language = detectLanguage(`${title}\n${text}`);
  const sourceTier = sourceTierOf(locator);
  return {
    id: hitIdOf(hit),
    title,
    headingPath: [],
    text,
    document: null,
    language,
    sourceTier,
    rank,
    untrusted: injectionSignalsIn(title, text),
  };
}

/** The beginning of a text as one line of at most 300 characters. */
export function snippetOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= SNIPPET_LENGTH ? line : `${line.slice(0, SNIPPET_LENGTH - 1).trimEnd()}…`.toWellFormed();
}
