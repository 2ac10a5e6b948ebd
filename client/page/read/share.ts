import { h, type JSX, type TargetedEvent } from 'preact';
import { useState } from 'preact/hooks';
import type { ListedShare, MadeShare } from '../api/api-types.ts';
import { useApi } from '../parts/api-context.ts';
import { Awaited, messageOf, useLoaded } from '../parts/loading.ts';
import { Menu } from '../parts/menu.ts';
import { SendingFault, useSending } from '../parts/sending.ts';
import { useWords } from '../parts/words-context.ts';

const DAYS = [1, 7, 30, 90];

/** Links by which others read this report and nothing else. */
export function Share({ researchId }: { readonly researchId: string }): JSX.Element {
  const words = useWords().report;
  const api = useApi();
  const [days, setDays] = useState(7);
  const [made, setMade] = useState<MadeShare | null>(null);
  const [version, setVersion] = useState(0);
  const { isSending, error, send } = useSending();
  const submit = (event: Event) => {
    event.preventDefault();
    send(async () => {
      setMade(await api.shareRun(researchId, days));
      setVersion(version + 1);
    });
  };
  return h(
    Menu,
    { icon: 'share', label: words.share },
    h('p', { class: 'quiet' }, words.shareAbout),
    h(
      'form',
      { class: 'row', onSubmit: submit },
      h(Duration, { days, setDays }),
      h('button', { type: 'submit', class: 'primary', disabled: isSending }, words.shareMake),
    ),
    made === null ? null : h(Link, { key: made.shareId, made }),
    h(SendingFault, { error }),
    h(Shares, { key: version, researchId, revoked: () => setMade(null) }),
  );
}

interface DurationProps {
  readonly days: number;
  readonly setDays: (days: number) => void;
}

function Duration({ days, setDays }: DurationProps): JSX.Element {
  const words = useWords().report;
  const choose = ({ currentTarget }: TargetedEvent<HTMLSelectElement>) => setDays(Number(currentTarget.value));
  return h(
    'label',
    {},
    words.shareFor,
    h(
      'select',
      { value: days, onChange: choose },
      DAYS.map((count) => h('option', { key: count, value: count }, words.days(count))),
    ),
  );
}

/** Shown once: only its hash is kept. */
function Link({ made }: { readonly made: MadeShare }): JSX.Element {
  const words = useWords();
  const [told, setTold] = useState('');
  const address = new URL(made.path, location.href).href;
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => setTold(words.copied),
      (error: unknown) => setTold(words.failed(messageOf(error))),
    );
  return h(
    'p',
    {},
    h('label', {}, words.report.shareLink, h('input', { readOnly: true, value: address, class: 'link' })),
    h('button', { type: 'button', onClick: copy }, words.report.copyLink),
    h('span', { class: 'quiet', role: 'status' }, ` ${told}`),
  );
}

interface SharesProps {
  readonly researchId: string;
  readonly revoked: () => void;
}

/** The links that still work. */
function Shares({ researchId, revoked }: SharesProps): JSX.Element {
  const { report, language } = useWords();
  const api = useApi();
  const [loaded, again] = useLoaded(researchId, () => api.listShares(researchId));
  const { isSending, error, send } = useSending();
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const revoke = (shareId: string) =>
    send(async () => {
      await api.revokeShare(researchId, shareId);
      revoked();
      again();
    });
  return h(Awaited<readonly ListedShare[]>, {
    loaded,
    again,
    show: (shares) => [
      h(
        'ul',
        { key: 'list', class: 'shares' },
        shares.map(({ shareId, createdAt, expiresAt }) =>
          h(
            'li',
            { key: shareId },
            h('span', {}, report.shared(day.format(new Date(createdAt)), day.format(new Date(expiresAt)))),
            h(
              'button',
              { type: 'button', class: 'plain', disabled: isSending, onClick: () => revoke(shareId) },
              report.revoke,
            ),
          ),
        ),
      ),
      h(SendingFault, { key: 'fault', error }),
    ],
  });
}
