import { h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ReportFigures } from '../../../workflows/contracts/report-figures.ts';
import { useApi } from '../parts/api-context.ts';
import { Awaited, useLoaded } from '../parts/loading.ts';
import { useWords } from '../parts/words-context.ts';
import { Coverage } from './coverage.ts';
import { Funnel } from './funnel.ts';
import { Sources } from './sources.ts';
import { Spending } from './spending.ts';

const ID = 'section-pictures';

/** A finished run in pictures; nothing of them is loaded before somebody unfolds them. */
export function Pictures({ researchId }: { readonly researchId: string }): JSX.Element {
  const { pictures } = useWords();
  const [isWanted, setIsWanted] = useState(false);
  return h(
    'section',
    { id: ID, class: 'pictures', 'aria-labelledby': `${ID}-heading` },
    h('h2', { id: `${ID}-heading` }, pictures.heading),
    h(
      'details',
      { onToggle: () => setIsWanted(true) },
      h('summary', {}, pictures.show),
      isWanted ? h(AllPictures, { researchId }) : null,
    ),
  );
}

function AllPictures({ researchId }: { readonly researchId: string }): JSX.Element {
  const api = useApi();
  const [loaded, again] = useLoaded(researchId, () => api.readFigures(researchId));
  return h(Awaited<ReportFigures>, {
    loaded,
    again,
    show: (figures) => [
      h(Coverage, { key: 'coverage', figures }),
      h(Funnel, { key: 'funnel', figures }),
      h(Sources, { key: 'sources', figures }),
      h(Spending, { key: 'spending', figures }),
    ],
  });
}
