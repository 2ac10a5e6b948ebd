import type { RenderAnswerInput, RenderedAnswer } from '../../../workflows/contracts/answers/answer-activities.ts';
import { reportDraftSchema } from '../../../workflows/contracts/report/report.ts';
import { evidenceDiagnostics } from '../../../workflows/domain/evidence-diagnostics.ts';
import { statesAnswer } from '../../../workflows/domain/report-claims.ts';
import { answerableFollowUps } from '../../conversations/proposed-follow-ups.ts';
import { readUnits } from '../../corpus/quotes/quoted-units.ts';
import { registerSources } from '../../corpus/quotes/source-registration.ts';
import { createStoredTexts } from '../../corpus/quotes/stored-quotes.ts';
import { NO_LANGUAGE } from '../../language/text/language.ts';
import { automatedScores } from '../../report/automated-scores.ts';
import { type CitedClaims, createCitedClaims } from '../../report/document/cited-claims.ts';
import { composeAnswer } from '../../report/document/compose-answer.ts';
import { listComputations } from '../../report/document/markdown-sources.ts';
import { writeParts } from '../../report/document/markdown.ts';
import { createSourceRegistry } from '../../report/document/sources.ts';
import { phrasesFor } from '../../wording/phrases-for.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Numbers the citations of a verified draft, writes its text, and scores it. */
export function createRenderAnswer({ corpus, blobs }: Pick<ActivityDependencies, 'corpus' | 'blobs'>) {
  return async (input: RenderAnswerInput): Promise<RenderedAnswer> => {
    const { anchor, corpusId, findings, verification, engine, guidance, items, unread } = input;
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
    const written = writeParts(parts, claims.sources(), style);
    const summary = [...written, ...listComputations(claims.sources())].join('\n\n');
    const citationOfItem = numbersOf(items, keysOf, claims);
    // A search tells whether documents answer; items are known whole.
    const known = items.map(({ title, attributes, description }) =>
      [title, ...attributes.map(({ label, value }) => `${label} ${value}`), description].join('\n'),
    );
    const followUps = await answerableFollowUps(corpus, { corpusId, anchor }, draft.followUps ?? [], known);
    const keys = new Set(findings.flatMap(({ quotes }) => quotes.map(({ key }) => key)));
    return {
      summary,
      citations: citing.citations(),
      sources: citing.entries(),
      citationOfItem,
      followUps,
      scores: automatedScores({ anchor, claims: draft.summary, keys, verification }),
    };
  };
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
