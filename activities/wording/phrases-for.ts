import { RULED_LANGUAGES } from '../../workflows/contracts/common/language-codes.ts';
import type { TranslatedPhrases } from '../../workflows/contracts/report/report.ts';
import type { ForkPoint } from '../../workflows/contracts/research/fork.ts';
import {
  borrowedByTemplates,
  borrowedFromProject,
  type BorrowedPhrases,
  createSay,
  type Say,
} from './borrowed-wording.ts';
import { ENGLISH_TEMPLATES, type PhraseKey, type PhraseTemplates } from './english-templates.ts';
import { GERMAN_TEMPLATES } from './german-templates.ts';
import { checkTranslation } from './phrase-translation.ts';
import type { ReportPhrases } from './report-phrases.ts';

const FORKED_BEFORE = {
  plan: 'forkedBeforePlan',
  research: 'forkedBeforeResearch',
  synthesis: 'forkedBeforeSynthesis',
} as const satisfies Record<ForkPoint, PhraseKey>;

const ENGLISH = createReportPhrases('en', ENGLISH_TEMPLATES, () => borrowedFromProject('en'));
const GERMAN = createReportPhrases('de', GERMAN_TEMPLATES, () => borrowedFromProject('de'));

/**
 * German and English phrases come with the project. Other languages get the English ones, unless a translation is at
 * hand; it is checked again, because a record may have been changed.
 */
export function phrasesFor(language: string, translated: TranslatedPhrases | null = null): ReportPhrases {
  if (language === 'de') return GERMAN;
  if (translated === null || translated.language !== language || RULED_LANGUAGES.includes(language)) return ENGLISH;
  const { usable, isUsable } = checkTranslation(translated.templates);
  return isUsable ? createReportPhrases(language, usable, (say) => borrowedByTemplates(language, say)) : ENGLISH;
}

type SaidWithValues = {
  readonly [Name in keyof ReportPhrases as ReportPhrases[Name] extends string ? never : Name]: ReportPhrases[Name];
};

/**
 * Words a report by templates; those that are missing are said in English.
 *
 * @param language of the templates, ISO 639-1
 * @param borrowed says what is also said outside of reports
 */
function createReportPhrases(
  language: string,
  templates: Partial<PhraseTemplates>,
  borrowed: (say: Say) => BorrowedPhrases,
): ReportPhrases {
  const say = createSay(language, templates);
  return {
    language,
    ...borrowed(say),
    ...plainWords(say),
    ...choices(say),
    ...ofModels(say),
    ...aboutEvidence(say),
    ...aboutSources(say),
    ...account(say),
  };
}

function plainWords(say: Say) {
  return {
    nothingFound: say('nothingFound'),
    nothingFoundInPart: say('nothingFoundInPart'),
    nothingRead: say('nothingRead'),
    nearest: say('nearest'),
    passages: say('passages'),
    uncertain: say('uncertain'),
    overview: say('overview'),
    details: say('details'),
    conflicts: say('conflicts'),
    limitations: say('limitations'),
    keyFindings: say('keyFindings'),
    unanswered: say('unanswered'),
    assumptions: say('assumptions'),
    assumed: say('assumed'),
    skipped: say('skipped'),
    timedOut: say('timedOut'),
    rest: say('rest'),
    sources: say('sources'),
    unused: say('unused'),
    untrusted: say('untrusted'),
    untrustedPlace: say('untrustedPlace'),
    onlyUntrusted: say('onlyUntrusted'),
    untrustedBelow: say('untrustedBelow'),
    untrustedExplained: say('untrustedExplained'),
    inference: say('inference'),
    unsaid: say('unsaid'),
    about: say('about'),
    checks: say('checks'),
    coverage: say('coverage'),
    entailed: say('entailed'),
    unverified: say('unverified'),
    quotationsOnly: say('quotationsOnly'),
  };
}

function ofModels(say: Say) {
  return {
    rulesStoodIn: say('rulesStoodIn'),
    refusedStatements: say('refusedStatements'),
    doubtedStatements: say('doubtedStatements'),
    leftOut: say('leftOut'),
    mended: (replacement: string) => say('mended', { replacement }),
  } satisfies Partial<ReportPhrases>;
}

function choices(say: Say): Pick<SaidWithValues, 'engine' | 'review' | 'scores'> {
  return {
    engine: { model: say('engineModel'), offline: say('engineOffline') },
    review: { passed: say('reviewPassed'), warned: say('reviewWarned'), 'not-reviewed': say('reviewMissing') },
    scores: {
      queryAdherence: say('queryAdherence'),
      completeness: say('completeness'),
      citationSupport: say('citationSupport'),
      quoteExactness: say('quoteExactness'),
      languagePurity: say('languagePurity'),
    },
  };
}

function aboutEvidence(say: Say) {
  return {
    searched: (files, providers, searches) => {
      if (providers.length === 0) return say('searchedFiles', { files, searches });
      const key = files > 0 ? 'searchedBoth' : 'searchedWeb';
      return say(key, { files, providers: providers.join(', '), searches });
    },
    conflict: (number) => say('conflict', { number }),
    unreadableFiles: (count, named) => say('unreadableFiles', { count, named }),
    partlyReadFiles: (count, named) => say('partlyReadFiles', { count, named }),
    partlyReadPages: (count, named) => say('partlyReadPages', { count, named }),
    more: (count) => say('more', { count }),
    drift: (tiers) => say('drift', { tiers }),
    tierDrift: ({ tier, total, kept }) => say('tierDrift', { tier, total, dropped: total - kept }),
    droppedFindings: (count, named) => say('droppedFindings', { count, named }),
    refusedReferences: (count, named) => say('refusedReferences', { count, named }),
    unresolvedReferences: (count, named) => say('unresolvedReferences', { count, named }),
    references: ({ resolved, followed }) => say('references', { resolved, followed }),
  } satisfies Partial<SaidWithValues>;
}

function aboutSources(say: Say) {
  const ofScan = (page: string, recognised: number | undefined): string =>
    recognised === undefined ? page : `${page}, ${say('recognised', { confidence: recognised })}`;
  return {
    lines: (range) => (/[-–]/.test(range) ? say('lines', { lines: range }) : say('line', { line: range })),
    page: (page, label, recognised) =>
      ofScan(label === null ? say('page', { page }) : say('labelledPage', { page, label }), recognised),
    published: (day) => say('published', { day }),
    retrieved: (day) => say('retrieved', { day }),
    citedPage: (page, recognised) => ofScan(say('citedPage', { page }), recognised),
    excerpt: (words) => say('excerpt', { words }),
    computed: (formula) => say('computed', { formula }),
    quotation: (language) => say('quotation', { language }),
  } satisfies Partial<SaidWithValues>;
}

function account(say: Say) {
  return {
    uselessModel: (requests) => say('uselessModel', { requests }),
    effort: (tasks, searches, pages) => say('effort', { tasks, searches, pages }),
    modelUse: (calls, tokens) => say('modelUse', { calls, tokens }),
    steered: (at, effect) => say('steered', { at, effect }),
    forked: (run, from, changes) => {
      const changed = changes === '' ? say('nothingChanged') : say('changed', { changes });
      return say(FORKED_BEFORE[from], { run, changes: changed });
    },
    retrieval: ({ found, duplicates, belowThreshold, corrected, rounds }) =>
      say('retrieval', { found, duplicates, belowThreshold, corrected, rounds }),
    providerFailed: (provider, cause, count) => say('providerFailed', { provider, cause, count }),
    checked: ({ quotesChecked: quotes, quotesRejected: rejected, ...verified }) =>
      say('checked', {
        quotes,
        rejected,
        claims: verified.claims + verified.statementsRemoved,
        mended: verified.claimsRepaired,
        leftOut: verified.statementsRemoved,
      }),
    degraded: (step, cause, count) => say('degraded', { step, cause, count }),
  } satisfies Partial<SaidWithValues>;
}
