import type { ReadClaim } from '@plumbline/contracts/report/report-reading';
import { type JSX, type Ref, h } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ClaimAttribution, ClaimTrace } from '../api/api-types.ts';
import { type Evidence, hasPages, headingsOf, isReadByModel, placeOf } from '../models/evidence.ts';
import { dateIn } from '../models/times.ts';
import { useApi } from '../parts/api-context.ts';
import { Button, SignButton } from '../parts/button.ts';
import { Icon, SourceIcon } from '../parts/icon.ts';
import { Facts } from '../parts/lists.ts';
import { type Loaded, messageOf, useLoaded } from '../parts/loading.ts';
import { SourceWords } from '../parts/prose.ts';
import { useWords } from '../parts/words-context.ts';
import type { PageWords } from '../words/page-words.ts';
import { SourcePdf, StepButton } from './source-original.ts';
import { CopyClaim, isEqualTo, type Passage, StoredText, usePassage, WholeDocument } from './stored-text.ts';

interface PanelProps {
  readonly evidence: Evidence;
  /** The numbers that can be turned to from here. */
  readonly all: readonly Evidence[];
  readonly open: (evidence: Evidence, all: readonly Evidence[]) => void;
  readonly close: () => void;
}

/** The source of one citation: the document and the place, the passage, and what checking found. */
export function SourcePanel({ evidence, all, open, close }: PanelProps): JSX.Element {
  const words = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  const { citation, source } = evidence;
  const trace = useTrace(evidence);
  const attribution = attributionOf(trace, evidence);
  const passage = usePassage(evidence);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    showPlace(evidence, heading.current);
  }, []);
  return h(
    'section',
    { class: 'panel', 'aria-labelledby': 'panel-heading' },
    h(PanelHead, { evidence, heading, close }),
    h('p', { class: 'quiet' }, headingsOf(citation)),
    (source?.untrusted ?? []).length === 0
      ? null
      : h('p', { class: 'warning quiet' }, h(Icon, { name: 'poor' }), words.untrusted),
    h(SourceDocument, { evidence, passage, layerWords: attribution?.stored?.layerWords ?? null }),
    h(Check, { evidence, passage, attribution }),
    h(
      'div',
      { class: 'panel-foot' },
      h(Turner, { evidence, all, open }),
      h(WholeDocument, { evidence, layerWords: attribution?.stored?.layerWords ?? null }),
      h(CopyClaim, { evidence }),
    ),
    h(ForEngineers, { evidence, attribution }),
  );
}

interface HeadProps extends Pick<PanelProps, 'evidence' | 'close'> {
  readonly heading: Ref<HTMLHeadingElement>;
}

/** The document and the place. */
function PanelHead({ evidence: { citation, source }, heading, close }: HeadProps): JSX.Element {
  const words = useWords();
  return h(
    'div',
    { class: 'panel-head' },
    h(
      'h2',
      { id: 'panel-heading', tabIndex: -1, ref: heading },
      citation.number === 0 ? null : h('span', { class: 'quiet' }, `${citation.number} `),
      h(SourceIcon, { source, locator: citation.locator }),
      placeOf(citation, words),
    ),
    h(SignButton, { icon: 'close', class: 'close', label: words.close, act: close }),
  );
}

/** A sheet at the bottom of a small window, or a step to another claim, may have left the number out of sight. */
function showPlace({ by }: Evidence, heading: HTMLElement | null): void {
  const panel = heading?.closest('aside')?.getBoundingClientRect();
  const place =
    by.kind === 'claim'
      ? document.getElementById(`claim-${by.claim.number}`)
      : document.querySelector('.reading button[aria-expanded="true"]:is(.citation, .opens)');
  if (place === null || panel === undefined) return;
  const fold = place.closest<HTMLDetailsElement>('.places details');
  if (fold !== null) fold.open = true;
  const { top, bottom } = place.getBoundingClientRect();
  const end = panel.left > 0 && panel.top < innerHeight / 3 ? innerHeight : Math.min(panel.top, innerHeight);
  if (top < 0 || top > end - 60) scrollBy({ top: Math.min(top, bottom - end + 80, top - 80), behavior: 'instant' });
}

/** Only claims of reports are traced. */
function useTrace({ by }: Evidence): Loaded<ClaimTrace> {
  const api = useApi();
  const [trace] = useLoaded<ClaimTrace>(by.kind === 'claim' ? `${by.claim.number}` : '', () =>
    by.kind === 'claim'
      ? api.traceClaim(by.reading.researchId, by.claim.number)
      : Promise.resolve({ isTraceable: false, attributions: [] }),
  );
  return trace;
}

function attributionOf(trace: Loaded<ClaimTrace>, { citation }: Evidence): ClaimAttribution | null {
  if (trace.state !== 'loaded') return null;
  const { attributions } = trace.value;
  // A claim can cite two quotes of one place, which share a number.
  return attributions.find(({ number }) => number === citation.number) ?? attributions[0] ?? null;
}

/** To the citation before and the one after. */
function Turner({ evidence, all, open }: Pick<PanelProps, 'evidence' | 'all' | 'open'>): JSX.Element | null {
  const { panel } = useWords();
  if (all.length < 2) return null;
  const place = all.findIndex(({ id }) => id === evidence.id);
  const to = (target: Evidence | undefined) => (target === undefined ? null : () => open(target, all));
  return h(
    'p',
    { class: 'pages' },
    h(StepButton, { label: panel.previous, icon: 'left', act: to(all[place - 1]) }),
    h('span', {}, panel.ofAll(place + 1, all.length)),
    h(StepButton, { label: panel.next, icon: 'right', act: to(all[place + 1]) }),
  );
}

interface DocumentProps {
  readonly evidence: Evidence;
  readonly passage: Passage;
  /** The quoted words as the PDF itself has them; null: as in the quotation. */
  readonly layerWords: string | null;
}

/** The document at the quoted words: a PDF as its page, all else as text. */
function SourceDocument({ evidence, passage, layerWords }: DocumentProps): JSX.Element {
  const words = useWords();
  const isPaged = hasPages(evidence);
  const [asText, setAsText] = useState(!isPaged);
  const [problem, setProblem] = useState('');
  const fail = (error: unknown) => {
    setProblem(words.noOriginal(messageOf(error)));
    setAsText(true);
  };
  return h(
    'div',
    { class: 'document' },
    problem === '' ? null : h('p', { class: 'quiet', role: 'status' }, problem),
    asText ? h(StoredText, { evidence, passage }) : h(SourcePdf, { evidence, layerWords, onFailure: fail }),
    isPaged && problem === ''
      ? h(Button, { class: 'plain', act: () => setAsText(!asText) }, asText ? words.asPage : words.asText)
      : null,
  );
}

interface CheckProps extends Pick<DocumentProps, 'evidence' | 'passage'> {
  /** Null while it is being traced, or if that failed. */
  readonly attribution: ClaimAttribution | null;
}

/** What checking found for this very citation, and for the claim that cites it. */
function Check({ evidence, passage, attribution }: CheckProps): JSX.Element {
  const words = useWords();
  const { by, citation } = evidence;
  const isClaim = by.kind === 'claim';
  const isEqual = isClaim ? (attribution?.stored?.isEqual ?? null) : isEqualTo(passage, citation);
  const fault = attribution?.fault ?? null;
  const isHolding = isEqual === true && fault === null;
  const isKnown = isClaim ? attribution !== null : isEqual !== null;
  const isSeen = isReadByModel(citation.quote.text);
  const held = isSeen ? words.seen : words.equal;
  const result = !isKnown ? words.checking : isHolding ? held : words.different(fault ?? words.unknown);
  return h(
    'div',
    { class: 'check', role: 'status' },
    h(
      'ul',
      {},
      h(Checked, { state: !isKnown ? null : !isHolding ? 'fails' : isSeen ? 'doubt' : 'holds', told: result }),
      isClaim && !(isSeen && by.claim.isPassage)
        ? h(Checked, {
            state: by.claim.isUnverified || by.claim.notJudged ? 'doubt' : 'holds',
            told: comparedBy(by.claim, words),
          })
        : null,
    ),
  );
}

const CHECK_SIGNS = { holds: 'done', fails: 'close', doubt: 'doubt' } as const;

interface CheckedProps {
  /** Null: not known yet. */
  readonly state: keyof typeof CHECK_SIGNS | null;
  readonly told: string;
}

function Checked({ state, told }: CheckedProps): JSX.Element {
  return h('li', { class: state ?? '' }, h(Icon, { name: state === null ? 'dot' : CHECK_SIGNS[state] }), told);
}

function comparedBy({ isPassage, isUnverified, isEntailed, notJudged }: ReadClaim, words: PageWords): string {
  if (isPassage) return words.verbatim;
  if (notJudged) return words.notJudged;
  if (isUnverified) return words.unverified;
  return isEntailed ? words.judgedByMeaning : words.wordsCompared;
}

/** Grades, dates and the way from the question: what only the curious need. */
function ForEngineers({ evidence, attribution }: Omit<CheckProps, 'passage'>): JSX.Element | null {
  const words = useWords();
  if (evidence.by.kind !== 'claim') return null;
  const facts = factsOf({ evidence, attribution }, words).filter(([, value]) => value !== '');
  return h(
    'details',
    { class: 'path' },
    h('summary', {}, words.why),
    h(
      'ol',
      {},
      stepsOf({ evidence, attribution }, words).map(([name, text, remark]) =>
        h(
          'li',
          { key: name },
          h('strong', {}, name),
          h('p', {}, h(SourceWords, { text })),
          remark === '' ? null : h('p', { class: 'quiet' }, remark),
        ),
      ),
    ),
    h('details', {}, h('summary', {}, words.live.engineers), h(Facts, { facts })),
  );
}

function factsOf(
  { evidence: { citation, source }, attribution }: Omit<CheckProps, 'passage'>,
  words: PageWords,
): (readonly [string, string])[] {
  const { facts, steps } = words;
  const finding = attribution?.finding ?? null;
  const tier = source?.sourceTier ?? null;
  const state = source?.atPublication?.state ?? null;
  const tiers = [
    finding === null ? '' : `${finding.contextTier} (${words.tier(finding.contextTier)})`,
    tier === null ? '' : words.sourceTier[tier],
  ];
  return [
    [facts.document, citation.locator],
    [facts.published, dateIn(words.language, source?.publishedAt ?? '')],
    [facts.read, dateIn(words.language, source?.retrievedAt ?? '')],
    [facts.standing, state === null ? '' : words.standing[state]],
    [facts.tier, tiers.filter(Boolean).join(', ')],
    [facts.weight, finding === null ? '' : finding.weight.toFixed(2)],
    [facts.relevance, finding === null ? '' : relevanceOf(finding.relevance, finding.finalRelevance, words)],
    [steps.finding, finding === null ? '' : [finding.findingId, citation.quote.reason].filter(Boolean).join(', ')],
    [steps.task, finding?.taskId ?? ''],
  ];
}

function relevanceOf(first: number | null, last: number | null, words: PageWords): string {
  const text = first === null ? words.unknown : first.toFixed(2);
  return words.relevance(text, last === null || last === first ? null : last.toFixed(2));
}

type Step = readonly [name: string, text: string, remark: string];

/** "Why is this here?": from the claim back to what was asked. */
function stepsOf({ evidence, attribution }: Omit<CheckProps, 'passage'>, words: PageWords): Step[] {
  const { by, citation } = evidence;
  if (by.kind !== 'claim') return [];
  const { claim, reading } = by;
  const finding = attribution?.finding ?? null;
  const { steps } = words;
  const remarks = finding && [
    words.origin[finding.origin],
    finding.relevanceReason,
    finding.belowThreshold ? words.belowThreshold : '',
  ];
  return [
    [steps.claim, claim.text, ''],
    [steps.citation, `${citation.number}: “${citation.quote.text}”`, ''],
    ...(finding === null
      ? []
      : [
          [steps.finding, finding.extractedInfo, (remarks ?? []).filter(Boolean).join(' · ')] as const,
          [steps.task, attribution?.taskText ?? '–', ''] as const,
        ]),
    ...(reading.queries.length === 0 ? [] : [[steps.queries, [...new Set(reading.queries)].join(' · '), ''] as const]),
    [steps.question, reading.question, ''],
  ];
}
