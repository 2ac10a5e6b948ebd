import { isRuledLanguage } from '@plumbline/contracts/common/language-codes';
import type { CorpusReport } from '@plumbline/contracts/evidence/corpus';
import { type QueryAnchor, questionLanguageOf } from '@plumbline/contracts/evidence/query-anchor';
import type { ReportDraft } from '@plumbline/contracts/report/report';
import { citedClaims } from '@plumbline/contracts/report/report-claims';
import type { Engine, Gap } from '@plumbline/contracts/research/accounting';
import type { Diagnostic } from '@plumbline/contracts/research/diagnostic';

/** Gaps that leave something unread. */
const LEAVES_UNREAD: ReadonlySet<Gap['kind']> = new Set([
  'search-failed',
  'provider-failed',
  'page-unread',
  'task-failed',
  'passage-unread',
  'limit-reached',
  'finished-early',
]);

/** As many are named where an answer is refused; the list of gaps has all. */
const NAMED_GAPS = 3;

/** What a draft was written from, as far as it explains why there is no answer. */
export interface WrittenEvidence {
  readonly anchor: Pick<QueryAnchor, 'language' | 'questionLanguage'>;
  readonly draft: ReportDraft;
  /** Of the documents, ISO 639-1. */
  readonly languages: readonly string[];
  readonly engine: Engine;
  /** Null: everything was read completely. */
  readonly unread: ReadInPart | null;
}

/**
 * Why there is no answer. Words of one language do not find words of another, and the offline engine knows only words.
 */
export function evidenceDiagnostics({ anchor, draft, languages, engine, unread }: WrittenEvidence): Diagnostic[] {
  const language = questionLanguageOf(anchor);
  const isOffline = engine === 'offline';
  const isForeign = languages.length > 0 && !languages.includes(language);
  const isUnruled = isOffline && language !== 'und' && !isRuledLanguage(language);
  const isUnreadable = isOffline && isForeign && draft.summary.length === 0;
  return [
    ...(isUnruled ? [{ code: 'QUESTION_LANGUAGE' as const, language }] : []),
    ...(isUnruled ? [] : evidenceLanguage(draft, isUnreadable ? languages : [])),
    ...(draft.missingSubject !== null && !isUnreadable && unread?.readNothing !== true
      ? [{ code: 'SUBJECT_NOT_COVERED' as const, ...draft.missingSubject, ...(unread !== null && { inPart: true }) }]
      : []),
    ...(unread !== null && draft.summary.length === 0 ? [unread] : []),
  ];
}

/** @param unreadable languages that nothing could be answered from */
function evidenceLanguage(draft: ReportDraft, unreadable: readonly string[]): Diagnostic[] {
  const places = citedClaims(draft).filter(({ isPassage }) => isPassage === true);
  const foreign = places.flatMap(({ quotedLanguage }) => quotedLanguage ?? []);
  if (foreign.length > 0 && foreign.length === places.length) {
    return [{ code: 'EVIDENCE_LANGUAGE', languages: [...new Set(foreign)], shown: true }];
  }
  return unreadable.length === 0 ? [] : [{ code: 'EVIDENCE_LANGUAGE', languages: [...unreadable] }];
}

export type ReadInPart = Extract<Diagnostic, { readonly code: 'READ_IN_PART' }>;

/** What a question was looked up in. */
export interface Searched {
  readonly corpus: Pick<CorpusReport, 'files' | 'skippedCount' | 'partialCount' | 'skippedFiles'>;
  readonly gaps: readonly Gap[];
  readonly usesWeb: boolean;
  /** Of the web. */
  readonly pagesRead: number;
}

/**
 * What was in the scope of a question and not read; null if all of it was read completely. Only then may anything be said not
 * to occur in it. The web is never read completely.
 */
export function readInPart({ corpus, gaps, usesWeb, pagesRead }: Searched): ReadInPart | null {
  const { files, skippedCount, partialCount, skippedFiles } = corpus;
  const unread = gaps.filter(({ kind }) => LEAVES_UNREAD.has(kind));
  if (skippedCount === 0 && unread.length === 0 && !usesWeb) return null;
  return {
    code: 'READ_IN_PART',
    files: files + skippedCount - partialCount,
    skippedCount,
    skippedFiles: [...skippedFiles],
    gaps: unread.slice(0, NAMED_GAPS),
    gapCount: unread.length,
    usesWeb,
    ...(usesWeb && files === 0 && pagesRead === 0 && unread.length > 0 && { readNothing: true as const }),
  };
}
