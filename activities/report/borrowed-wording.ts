import { describeIssues, describeReview, type ReviewWords } from '../../workflows/domain/alignment-phrases.ts';
import { describeGap } from '../../workflows/domain/gap-phrases.ts';
import { type SpendingWords, summarizeSpending } from '../../workflows/domain/metering-phrases.ts';
import { describeDiagnostic } from '../phrases/diagnostic-phrases.ts';
import type { Say } from '../phrases/phrase-messages.ts';
import { readRuleSentence } from '../reasoning/prompts/offline-phrases.ts';
import { gapPhrases, sayDiagnostic } from './diagnostic-wording.ts';
import type { ReportPhrases } from './report-phrases.ts';

export type BorrowedPhrases = Pick<ReportPhrases, 'gap' | 'issues' | 'review' | 'spending' | 'diagnostic' | 'restated'>;

/** In English or German, by the rules that say them elsewhere. */
export function borrowedFromProject(language: 'en' | 'de'): BorrowedPhrases {
  return {
    gap: (gap) => describeGap(gap, language),
    issues: (issues, sources) => describeIssues(issues, sources, language),
    review: (review) => describeReview(review, language),
    spending: (ledger) => summarizeSpending(ledger, language),
    diagnostic: (diagnostic) => describeDiagnostic(diagnostic, language),
    restated: (text) => text,
  };
}

/** In another language, by translated templates. */
export function borrowedByTemplates(language: string, say: Say): BorrowedPhrases {
  const gaps = gapPhrases(say);
  return {
    gap: (gap) => gaps[gap.kind](gap),
    issues: (issues, sources) => describeIssues(issues, sources, language, reviewWords(say)),
    review: (review) => describeReview(review, language, reviewWords(say)),
    spending: (ledger) => summarizeSpending(ledger, language, spendingWords(say)),
    diagnostic: (diagnostic) => sayDiagnostic(diagnostic, language, say),
    restated(text) {
      const sentence = readRuleSentence(text);
      return sentence === null ? text : say(sentence.key, { subject: sentence.subject });
    },
  };
}

function reviewWords(say: Say): ReviewWords {
  return {
    missing: (claim, source) => say('issueMissing', { claim, source }),
    wrong: (claim, source) => say('issueWrong', { claim, source }),
    saidBy: (claim, source, other) => say('issueWrongSaidBy', { claim, source, other }),
    saysInstead: (claim, source, words) => say('issueWrongSaysInstead', { claim, source, words }),
    unsupported: (claim) => say('issueUnsupported', { claim }),
    parts: { rules: say('reviewRules'), model: say('reviewModel') },
    outcome: {
      passed: (parts) => say('reviewPassed', { parts }),
      corrected: (parts) => say('reviewCorrected', { parts }),
      warned: (parts) => say('reviewWarned', { parts }),
      'not-reviewed': (parts) => (parts === '' ? say('reviewMissing') : say('reviewPartial', { parts })),
      off: () => say('reviewOff'),
    },
  };
}

function spendingWords(say: Say): SpendingWords {
  return {
    kinds: { model: say('spentModel'), search: say('spentSearch'), page: say('spentPage') },
    requests: (count) => say('spentRequests', { count }),
    lost: say('spentLost'),
    reused: say('spentReused'),
    tokens: say('spentTokens'),
    reusedFrom: (answers, run) => say('reusedFrom', { answers, run }),
  };
}
