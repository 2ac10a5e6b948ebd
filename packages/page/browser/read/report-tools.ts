import type { ExportFormat } from '@plumbline/contracts/report/export-format';
import type { ReportReading } from '@plumbline/contracts/report/report-reading';
import type { ForkPoint } from '@plumbline/contracts/research/fork';
import { Fragment, type JSX, h } from 'preact';
import { useState } from 'preact/hooks';
import type { ListedShare, MadeFile, MadeShare } from '../api/api-types.ts';
import { pathOfComparison, pathOfRun } from '../models/route.ts';
import { useApi } from '../parts/api-context.ts';
import { Button } from '../parts/button.ts';
import { CopyButton } from '../parts/copy-button.ts';
import { Icon } from '../parts/icon.ts';
import { list } from '../parts/lists.ts';
import { Awaited, messageOf, useLoaded } from '../parts/loading.ts';
import { Menu } from '../parts/menu.ts';
import { follow, go } from '../parts/router.ts';
import { Select } from '../parts/select.ts';
import { SendingFault, useSending } from '../parts/sending.ts';
import { useWords } from '../parts/words-context.ts';

const FORMATS = ['pdf', 'docx', 'markdown', 'html', 'json', 'csl-json', 'bibtex'] as const satisfies ExportFormat[];
const FORK_POINTS = ['plan', 'research', 'synthesis'] as const satisfies ForkPoint[];

interface ToolsProps {
  readonly reading: ReportReading;
  /** It is read by a link that was shared, which allows nothing but reading. */
  readonly isShared: boolean;
}

/** What can be done with a report. */
export function ReportTools({ reading, isShared }: ToolsProps): JSX.Element {
  const { report } = useWords();
  const { researchId } = reading;
  return h(
    'div',
    { class: 'tools', role: 'group', 'aria-label': report.tools },
    h(Save, { researchId, isShared }),
    isShared
      ? null
      : [
          h(Fork, { key: 'fork', researchId }),
          h(
            'a',
            { key: 'compare', class: 'button', href: pathOfComparison(researchId), onClick: follow },
            h(Icon, { name: 'compare' }),
            report.compare,
          ),
          h(Share, { key: 'share', researchId }),
        ],
  );
}

/** Saves the report as a file. With a token a plain link could not fetch it. */
function Save({ researchId, isShared }: Pick<ReportReading, 'researchId'> & Pick<ToolsProps, 'isShared'>): JSX.Element {
  const { report, failed } = useWords();
  const api = useApi();
  const [told, setTold] = useState('');
  const [isMaking, setIsMaking] = useState(false);
  const save = async (label: string, make: () => Promise<MadeFile>) => {
    setIsMaking(true);
    setTold(report.making(label));
    try {
      const file = await make();
      offer(file);
      setTold(file.name);
    } catch (error) {
      setTold(failed(messageOf(error)));
    }
    setIsMaking(false);
  };
  const button = (label: string, make: () => Promise<MadeFile>) =>
    h(Button, { key: label, disabled: isMaking, act: () => save(label, make) }, label);
  return h(
    Menu,
    { icon: 'save', label: report.save },
    h(
      'div',
      { class: 'choices' },
      FORMATS.filter((format) => !isShared || format !== 'json').map((format) =>
        button(report.exportAs[format], () => api.exportReport(researchId, format)),
      ),
      isShared ? null : button(report.auditBundle, () => api.auditBundle(researchId)),
      h(Button, { act: () => print() }, report.print),
    ),
    isMaking ? h('progress', { 'aria-label': told }) : null,
    h('p', { class: 'quiet', role: 'status' }, told),
  );
}

/** Gives a file to the browser to save. */
function offer({ name, content }: MadeFile): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has it by then; the memory is given back.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** A new run that keeps what this one has settled. */
function Fork({ researchId }: Pick<ReportReading, 'researchId'>): JSX.Element {
  const { report } = useWords();
  const api = useApi();
  const { isSending, error, send } = useSending();
  return h(
    Menu,
    { icon: 'fork', label: report.fork },
    h('p', { class: 'quiet' }, report.forkAbout),
    FORK_POINTS.map((from) =>
      h(
        Fragment,
        { key: from },
        h(
          Button,
          {
            disabled: isSending,
            act: () =>
              send(async () => {
                go(pathOfRun((await api.forkRun(researchId, from)).researchId));
              }),
          },
          report.forkFrom[from].label,
        ),
        h('p', { class: 'quiet' }, report.forkFrom[from].about),
      ),
    ),
    h(SendingFault, { error }),
  );
}

const DAYS = ['1', '7', '30', '90'] as const;

/** Links by which others read this report and nothing else. */
function Share({ researchId }: { readonly researchId: string }): JSX.Element {
  const words = useWords().report;
  const api = useApi();
  const [days, setDays] = useState<(typeof DAYS)[number]>('7');
  const [made, setMade] = useState<MadeShare | null>(null);
  const [version, setVersion] = useState(0);
  const { isSending, error, send } = useSending();
  const submit = (event: Event) => {
    event.preventDefault();
    send(async () => {
      setMade(await api.shareRun(researchId, Number(days)));
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
      h(Select<(typeof DAYS)[number]>, {
        label: words.shareFor,
        value: days,
        choose: setDays,
        options: DAYS,
        nameOf: (count) => words.days(Number(count)),
      }),
      h('button', { type: 'submit', class: 'primary', disabled: isSending }, words.shareMake),
    ),
    made === null ? null : h(Link, { key: made.shareId, made }),
    h(SendingFault, { error }),
    h(Shares, { key: version, researchId, revoked: () => setMade(null) }),
  );
}

/** Shown once: only its hash is kept. */
function Link({ made }: { readonly made: MadeShare }): JSX.Element {
  const words = useWords().report;
  const address = new URL(made.path, location.href).href;
  return h(
    'p',
    {},
    h('label', {}, words.shareLink, h('input', { readOnly: true, value: address, class: 'link' })),
    h(CopyButton, { text: () => address, label: words.copyLink }),
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
      list(
        shares,
        ({ shareId, createdAt, expiresAt }) => [
          h('span', {}, report.shared(day.format(new Date(createdAt)), day.format(new Date(expiresAt)))),
          h(Button, { class: 'plain', disabled: isSending, act: () => revoke(shareId) }, report.revoke),
        ],
        { key: 'list', class: 'shares' },
      ),
      h(SendingFault, { key: 'fault', error }),
    ],
  });
}
