import { h, type JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ReadCitation, ReadClaim } from '../../../workflows/contracts/report/report-reading.ts';
import type { ClaimTrace, ReportReading } from '../api/api-types.ts';
import { claimWithCitation } from '../models/claim-copy.ts';
import { claimOf } from '../models/contents.ts';
import type { OpenCitation } from '../models/route.ts';
import { useApi } from '../parts/api-context.ts';
import { type Loaded, messageOf, useLoaded } from '../parts/loading.ts';
import { useWords } from '../parts/words-context.ts';
import type { PageWords } from '../words/english.ts';
import { SourcePdf } from './source-pdf.ts';
import { type CitedClaim, type CitedClaimProps, StoredText } from './stored-text.ts';

interface PanelProps {
  readonly reading: ReportReading;
  readonly opened: OpenCitation;
  readonly open: (citation: OpenCitation) => void;
  readonly close: () => void;
}

/** The source of one citation of one claim, at the quoted words. */
export function SourcePanel({ reading, opened, open, close }: PanelProps): JSX.Element | null {
  const claim = claimOf(reading, opened.claim);
  const citation = reading.citations.find(({ number }) => number === opened.citation);
  if (claim === null || citation === undefined) return null;
  const source = reading.sources.find(({ sourceId }) => sourceId === citation.quote.sourceId) ?? null;
  return h(Panel, { cited: { reading, claim, citation, source }, open, close });
}

function Panel({
  cited,
  open,
  close,
}: Pick<PanelProps, 'open' | 'close'> & { readonly cited: CitedClaim }): JSX.Element {
  const words = useWords();
  const api = useApi();
  const heading = useRef<HTMLHeadingElement>(null);
  const { reading, claim, citation } = cited;
  const [trace] = useLoaded<ClaimTrace>(`${claim.number}`, () => api.traceClaim(reading.researchId, claim.number));
  useEffect(() => heading.current?.focus(), []);
  return h(
    'section',
    { class: 'panel', 'aria-labelledby': 'panel-heading' },
    h(
      'div',
      { class: 'panel-head' },
      h(
        'h2',
        { id: 'panel-heading', tabIndex: -1, ref: heading },
        `${words.source(citation.number)}: ${citation.title}`,
      ),
      h('button', { type: 'button', class: 'close', 'aria-label': words.close, onClick: close }, '×'),
    ),
    h(OtherCitations, { cited, open }),
    h(ClaimCheck, { cited, attribution: attributionOf(trace, citation) }),
    h(SourceDocument, { cited, layerWords: layerWordsOf(trace, citation) }),
    h(SourceFacts, { cited, attribution: attributionOf(trace, citation) }),
    h(ClaimPath, { cited, attribution: attributionOf(trace, citation) }),
    h(CopyClaim, { cited }),
  );
}

/** The further citations of the same claim. */
function OtherCitations({
  cited,
  open,
}: Pick<PanelProps, 'open'> & { readonly cited: CitedClaim }): JSX.Element | null {
  const words = useWords();
  const { claim, citation, reading } = cited;
  if (claim.citations.length < 2) return null;
  return h(
    'p',
    { class: 'others' },
    claim.citations.map((number) =>
      h(
        'button',
        {
          key: number,
          type: 'button',
          class: 'citation',
          'aria-current': number === citation.number,
          'aria-label': words.citation(number, reading.citations[number - 1]?.title ?? ''),
          onClick: () => open({ claim: claim.number, citation: number }),
        },
        `${number}`,
      ),
    ),
  );
}

function attributionOf(trace: Loaded<ClaimTrace>, { number }: ReadCitation) {
  if (trace.state !== 'loaded') return null;
  const { attributions } = trace.value;
  // A claim can cite two quotes of one place, which share a number.
  return attributions.find((attribution) => attribution.number === number) ?? attributions[0] ?? null;
}

function layerWordsOf(trace: Loaded<ClaimTrace>, citation: ReadCitation): string | null {
  return attributionOf(trace, citation)?.stored?.layerWords ?? null;
}

/** Puts the claim with its citation on the clipboard. */
function CopyClaim({ cited }: { readonly cited: CitedClaim }): JSX.Element {
  const words = useWords();
  const [told, setTold] = useState('');
  const { claim, citation, source } = cited;
  const copy = () => {
    navigator.clipboard.writeText(claimWithCitation(claim, citation, source, words.page)).then(
      () => setTold(words.copied),
      (error: unknown) => setTold(words.failed(messageOf(error))),
    );
  };
  return h(
    'p',
    { class: 'copy' },
    h('button', { type: 'button', onClick: copy }, words.copy),
    h('span', { role: 'status', class: 'quiet' }, ` ${told}`),
  );
}

interface DocumentProps {
  readonly cited: CitedClaim;
  /** The quoted words as the PDF itself has them; null: as in the quotation. */
  readonly layerWords: string | null;
}

/** The document at the quoted words: a PDF as its page, all else as text. */
function SourceDocument({ cited, layerWords }: DocumentProps): JSX.Element {
  const words = useWords();
  const { citation, source } = cited;
  const hasPages = source?.mediaType === 'application/pdf' && citation.page !== null;
  const [asText, setAsText] = useState(!hasPages);
  const [problem, setProblem] = useState('');
  const fail = (error: unknown) => {
    setProblem(words.noOriginal(messageOf(error)));
    setAsText(true);
  };
  return h(
    'div',
    { class: 'document' },
    problem === '' ? null : h('p', { class: 'quiet', role: 'status' }, problem),
    asText ? h(StoredText, { cited }) : h(SourcePdf, { cited, layerWords, onFailure: fail }),
    hasPages && problem === ''
      ? h(
          'button',
          { type: 'button', class: 'plain', onClick: () => setAsText(!asText) },
          asText ? words.asPage : words.asText,
        )
      : null,
  );
}

/** The claim, and what checking found for this very claim and citation. */
function ClaimCheck({ cited, attribution }: CitedClaimProps): JSX.Element {
  const words = useWords();
  const { claim, reading } = cited;
  const stored = attribution?.stored ?? null;
  const isHolding = stored?.isEqual === true && attribution?.fault === null;
  const result =
    attribution === null
      ? words.checking
      : isHolding
        ? words.equal
        : words.different(attribution.fault ?? words.unknown);
  const compared = comparedBy(claim, words);
  return h(
    'div',
    { class: 'check' },
    h('p', {}, h('span', { class: 'quiet' }, `${words.forClaim}: `), h('span', { lang: reading.language }, claim.text)),
    h(
      'div',
      { role: 'status' },
      h(
        'ul',
        {},
        h('li', { class: attribution === null ? '' : isHolding ? 'holds' : 'fails' }, result),
        h('li', { class: claim.isUnverified ? 'doubt' : 'holds' }, compared),
      ),
    ),
  );
}

function comparedBy({ isPassage, isUnverified, isEntailed }: ReadClaim, words: PageWords): string {
  if (isPassage) return words.verbatim;
  if (isUnverified) return words.wordsNotCompared;
  return isEntailed ? words.judgedByMeaning : words.wordsCompared;
}

/** Grades, dates and standing of a source. */
function SourceFacts(props: CitedClaimProps): JSX.Element {
  const words = useWords();
  const facts = factsOf(props, words).filter(([, value]) => value !== '');
  return h(
    'dl',
    { class: 'facts' },
    facts.map(([name, value]) => h('div', { key: name }, h('dt', {}, name), h('dd', {}, value))),
  );
}

function factsOf({ cited, attribution }: CitedClaimProps, words: PageWords): (readonly [string, string])[] {
  const { citation, source } = cited;
  const { facts } = words;
  const finding = attribution?.finding ?? null;
  const tier = source?.sourceTier ?? null;
  const state = source?.atPublication?.state ?? null;
  return [
    [facts.document, citation.locator],
    [facts.place, citation.headingPath.join(' › ')],
    [
      facts.page,
      citation.page === null ? '' : words.page(citation.page, citation.pageLabel, citation.quote.recognised),
    ],
    [
      facts.tier,
      [
        finding === null ? '' : `${finding.contextTier} (${words.tier(finding.contextTier)})`,
        tier === null ? '' : words.sourceTier[tier],
      ]
        .filter(Boolean)
        .join(', '),
    ],
    [facts.weight, finding === null ? '' : finding.weight.toFixed(2)],
    [facts.relevance, finding === null ? '' : relevanceOf(finding.relevance, finding.finalRelevance, words)],
    [facts.published, (source?.publishedAt ?? '').slice(0, 10)],
    [facts.read, (source?.retrievedAt ?? '').slice(0, 10)],
    [facts.standing, state === null ? '' : words.standing[state]],
    ['⚠', (source?.untrusted ?? []).length === 0 ? '' : words.untrusted],
  ];
}

function relevanceOf(first: number | null, last: number | null, words: PageWords): string {
  const text = first === null ? words.unknown : first.toFixed(2);
  return words.relevance(text, last === null || last === first ? null : last.toFixed(2));
}

/** "Why is this here?": from the claim back to what was asked. */
function ClaimPath({ cited, attribution }: CitedClaimProps): JSX.Element {
  const words = useWords();
  const path = stepsOf({ cited, attribution }, words);
  return h(
    'details',
    { class: 'path' },
    h('summary', {}, words.why),
    h(
      'ol',
      {},
      path.map(([name, text, remark]) =>
        h(
          'li',
          { key: name },
          h('strong', {}, name),
          h('p', {}, text),
          remark === '' ? null : h('p', { class: 'quiet' }, remark),
        ),
      ),
    ),
  );
}

type Step = readonly [name: string, text: string, remark: string];

function stepsOf({ cited, attribution }: CitedClaimProps, words: PageWords): Step[] {
  const { claim, citation, reading } = cited;
  const finding = attribution?.finding ?? null;
  const { steps } = words;
  return [
    [steps.claim, claim.text, ''],
    [steps.citation, `${citation.number}: “${citation.quote.text}”`, citation.quote.reason],
    ...(finding === null
      ? []
      : [
          [
            `${steps.finding} ${finding.findingId}`,
            finding.extractedInfo,
            [words.origin[finding.origin], finding.relevanceReason, finding.belowThreshold ? words.belowThreshold : '']
              .filter(Boolean)
              .join(' · '),
          ] as const,
          [`${steps.task} ${finding.taskId}`, attribution?.taskText ?? '–', ''] as const,
        ]),
    ...(reading.queries.length === 0 ? [] : [[steps.queries, [...new Set(reading.queries)].join(' · '), ''] as const]),
    [steps.question, reading.question, ''],
  ];
}
