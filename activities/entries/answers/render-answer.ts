import type { RenderAnswerInput, RenderedAnswer } from '@plumbline/contracts/answers/answer-activities';
import { reportDraftSchema } from '@plumbline/contracts/report/report';
import { statesAnswer } from '@plumbline/contracts/report/report-claims';
import { NO_LANGUAGE } from '@plumbline/language/detection';
import { furtherMatches } from '@plumbline/offline/further-matches';
import { readUnits, registerSources } from '@plumbline/quotes/quotes';
import { createStoredTexts } from '@plumbline/quotes/stored-quotes';
import { composeAnswer, foundPlaces } from '@plumbline/report/answers';
import {
  type CitedClaims,
  createCitedClaims,
  createSourceRegistry,
  listComputations,
  writeParts,
} from '@plumbline/report/document';
import { phrasesFor } from '@plumbline/report/wording';
import { evidenceDiagnostics } from '../../../workflows/domain/evidence-diagnostics.ts';
import { usableFollowUps } from '../../conversations/proposed-follow-ups.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Numbers the citations of a verified draft, and writes its text. */
export function createRenderAnswer({ corpus, blobs }: Pick<ActivityDependencies, 'corpus' | 'blobs'>) {
  return async (input: RenderAnswerInput): Promise<RenderedAnswer> => {
    const { anchor, corpusId, findings, engine, guidance, items, unread } = input;
    const draft = reportDraftSchema.parse(input.draft);
    const isAnswered = statesAnswer(draft);
    // They explain a missing answer only.
    const sources = isAnswered ? [] : await corpus.sourcesOf(corpusId);
    const languages = [...new Set(sources.map(({ language }) => language))].filter((each) => each !== NO_LANGUAGE);
    const phrases = phrasesFor(anchor.language);
    const texts = createStoredTexts(blobs);
    const units = await readUnits(findings, texts);
    const registered = await registerSources(findings, texts);
    const citing = createSourceRegistry(findings, units, registered);
    const claims = createCitedClaims({ findings, sources, phrases, draft, engine }, citing);
    const keysByItem = new Map(findings.map(({ passageId, quotes }) => [passageId, quotes.slice(0, 1)]));
    const keysOf = (itemId: string) => (keysByItem.get(itemId) ?? []).map(({ key }) => key);
    const diagnostics = isAnswered ? [] : evidenceDiagnostics({ anchor, draft, languages, engine, unread });
    const hasDocuments = corpusId !== '';
    const content = { anchor, draft, diagnostics, engine, guidance, items, hasDocuments, keysOf };
    const parts = composeAnswer(content, { phrases, claims });
    const style = { citationStyle: 'numbered', shownSources: 'cited' } as const;
    const found = foundPlaces(content, { phrases, claims });
    const written = writeParts(parts, claims.sources(), style);
    const summary = [...written, ...listComputations(claims.sources())].join('\n\n');
    const citationOfItem = numbersOf(items, keysOf, claims);
    const followUps = usableFollowUps(anchor.originalQuestion, draft.followUps ?? []);
    return {
      summary,
      citations: citing.citations(),
      found: found === null ? null : { ...found, further: await furtherOf(corpus, input) },
      sources: citing.entries(),
      citationOfItem,
      followUps,
    };
  };
}

/** The same words may be in more passages than an answer shows. */
function furtherOf(corpus: ActivityDependencies['corpus'], { anchor, corpusId, findings, draft }: RenderAnswerInput) {
  const cited = new Set(draft.summary.flatMap(({ citations }) => citations));
  const shown = findings.filter(({ quotes }) => quotes.some(({ key }) => cited.has(key)));
  return furtherMatches(corpus, { anchor, corpusId }, new Set(shown.map(({ passageId }) => passageId)));
}

/** Also cites the items that no claim and no table cites: every card rests on a source. */
function numbersOf(
  items: RenderAnswerInput['items'],
  keysOf: (itemId: string) => readonly string[],
  claims: CitedClaims,
): Record<string, number> {
  const entries = items.flatMap(({ itemId }) => {
    const [citation] = claims.cite(keysOf(itemId));
    return citation === undefined ? [] : [[itemId, citation.number] as const];
  });
  return Object.fromEntries(entries);
}
