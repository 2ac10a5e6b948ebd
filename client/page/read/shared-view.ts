import { h, type JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { createApiClient } from '../api/api-client.ts';
import { ApiFailure } from '../api/api-requests.ts';
import { ApiContext } from '../parts/api-context.ts';
import { Awaited, useLoaded } from '../parts/loading.ts';
import { useWords } from '../parts/words-context.ts';
import { ReadView } from './read-view.ts';

/** A report, read by a link that was shared. */
export function SharedView({ token }: { readonly token: string }): JSX.Element {
  const { report } = useWords();
  const api = useMemo(() => createApiClient({ token: () => token }), [token]);
  const [loaded, again] = useLoaded(token, () => api.readShared());
  // No other token would help.
  const isGone = loaded.state === 'failed' && loaded.error instanceof ApiFailure && loaded.error.status < 500;
  const gone = h('p', { class: 'column', role: 'alert' }, report.shareGone);
  if (isGone) return gone;
  return h(
    ApiContext.Provider,
    { value: api },
    h(Awaited<{ readonly researchId: string } | null>, {
      loaded,
      again,
      show: (share) =>
        share === null ? gone : h(ReadView, { researchId: share.researchId, origin: null, isShared: true }),
    }),
  );
}
