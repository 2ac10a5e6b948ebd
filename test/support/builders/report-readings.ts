import type { ComparedRun } from '@plumbline/contracts/report/report-comparison';
import type { ReadCitation, ReadClaim, ReportReading } from '@plumbline/contracts/report/report-reading';
import type { ApiContext } from '../../../client/service/api-context.ts';

/** Nothing is quoted or stated. */
export const NO_TRUST = {
  quotations: 0,
  equal: 0,
  confirmed: 0,
  unsure: 0,
  leftOut: 0,
  notJudged: 0,
  adherence: null,
  clarificationUse: null,
};

/** A report as readers get it: nothing in it but what is given. */
export function reportReadingOf(changes: Partial<ReportReading> = {}): ReportReading {
  return {
    researchId: 'research-limits-3f9a21',
    question: 'Which limits apply?',
    title: 'Which limits apply?',
    language: 'en',
    outcome: 'published',
    publishedAt: '2026-01-02T04:00:00.000Z',
    sections: [],
    citations: [],
    sources: [],
    notes: [],
    cautions: [],
    queries: [],
    drift: null,
    references: { resolved: 0, followed: 0, refused: [], refusedCount: 0, unresolved: [] },
    skippedFiles: [],
    skippedCount: 0,
    checks: {
      quotesChecked: 0,
      quotesRejected: 0,
      claims: 0,
      statementsRemoved: 0,
      claimsRepaired: 0,
      notes: [],
      trust: NO_TRUST,
    },
    coverage: null,
    engine: 'offline',
    behind: { account: [], refused: [], doubted: [] },
    ...changes,
  };
}

export function readClaimOf(number: number, text: string, changes: Partial<ReadClaim> = {}): ReadClaim {
  return {
    number,
    text,
    citations: [],
    pieces: [{ text, isBold: false, citations: changes.citations ?? [] }],
    quotedLanguage: null,
    isUnverified: false,
    isEntailed: false,
    notJudged: false,
    isPassage: false,
    excerpt: null,
    isUntrusted: false,
    kind: null,
    computation: null,
    ...changes,
  };
}

export function readCitationOf(number: number, text: string, changes: Partial<ReadCitation> = {}): ReadCitation {
  return {
    number,
    title: 'Harbour lamp',
    locator: 'lamp.md',
    page: null,
    pageLabel: null,
    lines: null,
    heading: 'Oil',
    excerpt: text,
    headingPath: ['Oil'],
    quote: {
      key: `q${number}`,
      text,
      sourceId: 's1',
      textHash: 'a'.repeat(64),
      page: null,
      reason: '',
      start: 0,
      end: text.length,
    },
    ...changes,
  };
}

const PDF_FOUND = { state: 'found', bytes: Buffer.from('%PDF-'), mediaType: 'application/pdf' } as const;

/** A report of one claim. */
export function readingTools(): Pick<
  ApiContext['tools'],
  'readReport' | 'traceRecord' | 'readSourceText' | 'readOriginal' | 'readQuotedOriginal' | 'compareReports'
> {
  return {
    readReport: async () => reportReadingOf(),
    traceRecord: async () => [
      { number: 1, part: 'answer', claim: { text: 'None.', citations: [] }, attributions: [], isTraceable: false },
    ],
    readSourceText: async (_path, { sourceId, start }) => ({
      sourceId,
      textHash: 'a'.repeat(64),
      length: 5,
      start,
      end: 5,
      text: 'None.'.slice(start),
    }),
    compareReports: async (a, b) => ({
      a: comparedRunOf(a.name),
      b: comparedRunOf(b.name),
      claims: { both: [], sameEvidence: [], onlyA: [], onlyB: [] },
      sources: { both: [], onlyA: [], onlyB: [] },
      settings: [],
      isEqual: true,
    }),
    readOriginal: async () => PDF_FOUND,
    readQuotedOriginal: async () => PDF_FOUND,
  };
}

/** A run that cost nothing. */
export function comparedRunOf(researchId: string): ComparedRun {
  const { question, language, outcome, publishedAt, engine } = reportReadingOf();
  const costs = { searches: 0, pages: 0, modelCalls: 0, modelTokens: 0, money: 0, workedSeconds: 0 };
  return { researchId, question, language, outcome, publishedAt, engine, costs, trust: NO_TRUST };
}
