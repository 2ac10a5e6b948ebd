import { h, type JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ReadCitation } from '../../../workflows/contracts/report-reading.ts';
import type { ClaimTrace, ReportReading } from '../api/api-types.ts';
import { claimOf } from '../models/contents.ts';
import type { OpenCitation } from '../models/route.ts';
import { useApi } from '../parts/api-context.ts';
import { type Loaded, useLoaded } from '../parts/loading.ts';
import { useWords } from '../parts/words-context.ts';
import type { CitedClaim } from './cited-claim.ts';
import { ClaimCheck } from './claim-check.ts';
import { ClaimPath } from './claim-path.ts';
import { CopyClaim } from './copy-claim.ts';
import { SourceDocument } from './source-document.ts';
import { SourceFacts } from './source-facts.ts';

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
