import type { Engine } from '../contracts/accounting.ts';
import type { Diagnostic } from '../contracts/diagnostic.ts';
import { RULED_LANGUAGES } from '../contracts/language-codes.ts';
import { type QueryAnchor, questionLanguageOf } from '../contracts/query-anchor.ts';
import type { ReportDraft } from '../contracts/report.ts';
import type { ReadInPart } from './unread.ts';

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

/** Why there is no answer. Words of one language do not find those of another, and the offline engine knows words only. */
export function evidenceDiagnostics({ anchor, draft, languages, engine, unread }: WrittenEvidence): Diagnostic[] {
  const language = questionLanguageOf(anchor);
  const isOffline = engine === 'offline';
  const isForeign = languages.length > 0 && !languages.includes(language);
  const isUnruled = isOffline && language !== 'und' && !RULED_LANGUAGES.includes(language);
  const isUnreadable = isOffline && isForeign && draft.summary.length === 0;
  return [
    ...(isUnruled ? [{ code: 'QUESTION_LANGUAGE' as const, language }] : []),
    ...evidenceLanguage(draft, isUnreadable && !isUnruled ? languages : []),
    ...(draft.missingSubject !== null && !isUnreadable
      ? [{ code: 'SUBJECT_NOT_COVERED' as const, ...draft.missingSubject, ...(unread !== null && { inPart: true }) }]
      : []),
    ...(unread !== null && draft.summary.length === 0 ? [unread] : []),
  ];
}

/** @param unreadable languages that nothing could be answered from */
function evidenceLanguage(draft: ReportDraft, unreadable: readonly string[]): Diagnostic[] {
  const unjudged = draft.sections
    .flatMap(({ claims }) => claims)
    .filter((claim) => claim.unjudged === true)
    .flatMap(({ quotedLanguage }) => quotedLanguage ?? []);
  if (unjudged.length > 0) return [{ code: 'EVIDENCE_LANGUAGE', languages: [...new Set(unjudged)], shown: true }];
  return unreadable.length === 0 ? [] : [{ code: 'EVIDENCE_LANGUAGE', languages: [...unreadable] }];
}
