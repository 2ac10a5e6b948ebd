import type { Diagnostic } from '../contracts/diagnostic.ts';
import type { QualityScores } from '../contracts/report.ts';
import { describeDiagnostic } from './diagnostic-phrases.ts';
import { codeSpan, escapeMarkdown } from './markdown-text.ts';
import type { ReportPhrases } from './report-phrases.ts';
import type { ReportContent } from './report-rendering.ts';
import { describeSpending } from './spending-phrases.ts';

/** In the order in which readers ask. */
const SCORES = [
  'queryAdherence',
  'completeness',
  'citationSupport',
  'quoteExactness',
  'languagePurity',
] as const satisfies readonly (keyof QualityScores)[];

/** How the report came about and what it is worth: one line for each fact. */
export function renderAccount(content: ReportContent, phrases: ReportPhrases): string[] {
  const { usage, draft, degradations, quality } = content;
  return [
    content.uselessRequests > 0 ? phrases.uselessModel(content.uselessRequests) : phrases.engine[content.engine],
    phrases.effort(content.tasks, usage.searches, usage.pages),
    ...(usage.modelCalls > 0 ? [phrases.modelUse(usage.modelCalls, usage.modelTokens)] : []),
    ...(content.ledger === null ? [] : describeSpending(content.ledger, content.anchor.language)),
    ...content.steering.map(({ at, effect }) => phrases.steered(at, codeSpan(effect))),
    ...retrievalLines(content, phrases),
    ...referenceLine(content, phrases),
    ...(draft.summary.length > 0 ? [phrases.coverage(draft.queryCoverage)] : []),
    ...(quality.quotesChecked > 0
      ? [phrases.checked(quality.quotesChecked, quality.quotesRejected, quality.statementsRemoved)]
      : []),
    ...qualityLines(content, phrases),
    // The words of failures and checks are English in every report.
    ...degradations.map(({ step, cause, count }) => phrases.degraded(codeSpan(step), codeSpan(cause), count)),
    ...quality.notes.map(codeSpan),
    ...diagnosticsToTell(content).map((diagnostic) => {
      const text = describeDiagnostic(diagnostic, content.anchor.language);
      return `${codeSpan(diagnostic.code)}: ${escapeMarkdown(text)}`;
    }),
  ];
}

function retrievalLines({ retrieval }: ReportContent, phrases: ReportPhrases): string[] {
  if (retrieval === null) return [];
  const { counts, providerErrors } = retrieval;
  return [
    phrases.retrieval(counts),
    ...providerErrors.map(({ provider, cause, count }) =>
      phrases.providerFailed(codeSpan(provider), codeSpan(cause), count),
    ),
  ];
}

function referenceLine({ references }: ReportContent, phrases: ReportPhrases): string[] {
  const { resolved, followed, refusedCount, unresolved } = references;
  if (resolved === 0 && unresolved.length === 0) return [];
  return [phrases.references({ resolved, followed, refused: refusedCount, unresolved: unresolved.length })];
}

function qualityLines({ quality }: ReportContent, phrases: ReportPhrases): string[] {
  const { scores } = quality;
  return [
    ...(scores === null ? [] : SCORES.map((name) => phrases.scores[name](scores[name]))),
    ...(quality.languageRetried ? [phrases.languageRetried] : []),
    ...(quality.repaired ? [phrases.repaired] : []),
  ];
}

const REASONS: ReadonlySet<Diagnostic['code']> = new Set(['EVIDENCE_LANGUAGE', 'SUBJECT_NOT_COVERED']);

/** Why nothing was found stands right below the answer that says so, and only there. */
function diagnosticsToTell({ draft, diagnostics }: ReportContent): ReportContent['diagnostics'] {
  return draft.summary.length > 0 ? diagnostics : diagnostics.filter(({ code }) => !REASONS.has(code));
}
