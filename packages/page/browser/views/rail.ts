import { Fragment, type JSX, type TargetedEvent, h } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Route } from '../models/route.ts';
import { byPeriod, filterRuns, titleOf, type Work } from '../models/work.ts';
import { Ago } from '../parts/ago.ts';
import { leave, useApi, useSignedIn } from '../parts/api-context.ts';
import { Button, SignButton } from '../parts/button.ts';
import { EngineChip } from '../parts/engine.ts';
import { Icon, type IconName } from '../parts/icon.ts';
import { follow, go, usePath, useRoute } from '../parts/router.ts';
import { SendingFault, useSending } from '../parts/sending.ts';
import { useUndo } from '../parts/undo.ts';
import { useWords } from '../parts/words-context.ts';
import { useWork } from '../parts/work-context.ts';

/** More is in the history. */
const STEP = 60;

/** Everything that was asked, by day, and the ways to the other views. */
export function Rail(): JSX.Element {
  const words = useWords();
  return h(
    'div',
    { class: 'rail-content' },
    h('a', { class: 'new', href: '/', onClick: follow }, h(Icon, { name: 'add' }), words.ask.link),
    h(WorkList, {}),
    h(
      'nav',
      { 'aria-label': words.views },
      h(ViewLink, { icon: 'history', path: '/runs', view: 'runs', text: words.runs.heading }),
      h(ViewLink, { icon: 'library', path: '/library', view: 'library', text: words.rail.library }),
      h(ViewLink, { icon: 'briefing', path: '/briefings', view: 'briefings', text: words.briefings.heading }),
      h(ViewLink, { icon: 'memory', path: '/memory', view: 'memory', text: words.memory.heading }),
      h(ViewLink, { icon: 'settings', path: '/settings', view: 'settings', text: words.settings.heading }),
    ),
    h(SignedIn, {}),
  );
}

interface LinkProps {
  readonly icon: IconName;
  readonly path: string;
  readonly view: Route['view'] | 'library';
  readonly text: string;
}

/** A way to a view; it says when that is the present one. */
function ViewLink({ icon, path, view, text }: LinkProps): JSX.Element {
  const isPresent = useRoute().view === view;
  return h(
    'a',
    { href: path, onClick: follow, 'aria-current': isPresent ? 'page' : undefined },
    h(Icon, { name: icon }),
    text,
  );
}

function WorkList(): JSX.Element | null {
  const { runs, rail, language } = useWords();
  const { loaded } = useWork();
  const [wanted, setWanted] = useState('');
  const [shown, setShown] = useState(STEP);
  if (loaded.state !== 'loaded') return h('div', { class: 'rail-list' });
  const found = filterRuns(loaded.value, wanted);
  const visible = [...found.filter(({ isPinned }) => isPinned), ...found.filter(({ isPinned }) => !isPinned)];
  return h(
    'div',
    { class: 'rail-list' },
    loaded.value.length === 0
      ? h('p', { class: 'quiet' }, runs.none)
      : h('input', {
          type: 'search',
          'aria-label': runs.search,
          placeholder: runs.search,
          value: wanted,
          onInput: (event: TargetedEvent<HTMLInputElement>) => setWanted(event.currentTarget.value),
        }),
    wanted !== '' && found.length === 0 ? h('p', { class: 'quiet', role: 'status' }, runs.noMatch) : null,
    byPeriod(visible.slice(0, shown), { language, words: rail }).map(([heading, of]) =>
      h(
        'section',
        { key: heading },
        h('h2', {}, heading),
        h(
          'ul',
          {},
          of.map((work) => h(Entry, { key: work.path, work })),
        ),
      ),
    ),
    h(MoreButton, { count: Math.min(STEP, found.length - shown), show: () => setShown(shown + STEP) }),
  );
}

function MoreButton({ count, show }: { readonly count: number; readonly show: () => void }): JSX.Element | null {
  const { runs } = useWords();
  return count <= 0 ? null : h(Button, { class: 'plain', act: show }, runs.more(count));
}

/** One run or conversation, and what can be done with it. */
function Entry({ work }: { readonly work: Work }): JSX.Element {
  const { runs } = useWords();
  const { renaming, button, actions } = useWorkActions(work);
  const isPresent = usePath() === work.path;
  const title = titleOf(work);
  const link = h(
    'a',
    { href: work.path, title, onClick: follow, 'aria-current': isPresent ? 'page' : undefined },
    h('span', { class: 'rail-title' }, h(Icon, { name: work.kind }), title),
    h(
      'span',
      { class: 'quiet' },
      work.awaitingInput ? h('span', { class: 'badge' }, h(Icon, { name: 'waits' }), runs.awaitsYou) : null,
      h(Ago, { time: work.startedAt }),
    ),
  );
  return h(
    'li',
    { class: work.awaitingInput ? 'awaiting' : '' },
    renaming ?? h('div', { class: 'rail-entry' }, link, button),
    actions,
  );
}

/** Who is signed in, where the server needs a token. */
function SignedIn(): JSX.Element | null {
  const { rail } = useWords();
  const api = useApi();
  const { token, name } = useSignedIn();
  const [user, setUser] = useState<string | null>(null);
  useEffect(() => {
    setUser(null);
    if (token !== null) void api.readUser().then(setUser, () => undefined);
  }, [token]);
  if (token === null) return null;
  return h(
    'p',
    { class: 'quiet signed-in' },
    h('span', { title: user ?? undefined }, user === null ? rail.signedIn : rail.signedInAs(name ?? user)),
    h(Button, { class: 'plain', act: () => leave() }, rail.leave),
  );
}

/** How many runs wait for a person. */
export function WaitingCount(): JSX.Element {
  const { rail } = useWords();
  const { loaded } = useWork();
  const count = loaded.state === 'loaded' ? loaded.value.filter(({ awaitingInput }) => awaitingInput).length : 0;
  return h(Fragment, {}, count === 0 ? null : h('span', { class: 'badge', title: rail.waiting(count) }, `${count}`));
}

/** What can be done with a run or a conversation wherever its title is shown: rename (in place of its title), pin, delete. */
function useWorkActions(work: Work) {
  const { rail } = useWords();
  const [mode, setMode] = useState<'shown' | 'open' | 'renaming'>('shown');
  const close = () => setMode('shown');
  const attributes = {
    class: 'plain more-actions',
    icon: 'more',
    label: rail.actions(titleOf(work)),
    'aria-expanded': mode === 'open',
  } as const;
  return {
    renaming: mode === 'renaming' ? h(Renaming, { work, close }) : null,
    button: h(SignButton, { ...attributes, act: () => setMode(mode === 'open' ? 'shown' : 'open') }),
    actions: mode === 'open' ? h(EntryActions, { work, rename: () => setMode('renaming'), close }) : null,
  };
}

interface HeadProps {
  readonly path: string;
  /** Until it is listed, and where it was given no name. */
  readonly title: string;
}

/** Stays above what is read. What can be done follows when it is listed. */
export function WorkHead({ path, title }: HeadProps): JSX.Element {
  const { loaded } = useWork();
  const work = loaded.state === 'loaded' ? loaded.value.find((one) => one.path === path) : undefined;
  return h(
    'header',
    { class: 'session-head' },
    work === undefined ? h('h1', { title }, title) : h(ListedHead, { work, title }),
    h(EngineChip, {}),
  );
}

function ListedHead({ work, title }: { readonly work: Work; readonly title: string }): JSX.Element {
  const { renaming, button, actions } = useWorkActions(work);
  const named = work.name ?? title;
  return h(Fragment, {}, renaming ?? [h('h1', { key: 'title', title: named }, named), button], actions);
}

interface EntryProps {
  readonly work: Work;
  readonly close: () => void;
}

function EntryActions({ work, rename, close }: EntryProps & { readonly rename: () => void }): JSX.Element {
  const { rail } = useWords();
  const api = useApi();
  const { refresh } = useWork();
  const { remove } = useUndo();
  const { error, send } = useSending();
  const isPresent = usePath() === work.path;
  const pin = () =>
    send(async () => {
      await api.changeLabel(work.kind, work.researchId, { isPinned: !work.isPinned });
      await refresh();
      close();
    });
  const act = async () => {
    if (work.thread !== null) await api.deleteWork('session', work.thread);
    await api.deleteWork(work.kind, work.researchId);
    await refresh();
  };
  const erase = () => {
    // The server says at once that a run under way has to be cancelled first.
    if (work.kind === 'run' && !work.isOver) return send(act);
    remove({ keys: [work.path], said: rail.deleted(titleOf(work)), says: rail.removes[work.kind], act });
    return isPresent && go('/');
  };
  return h(
    'div',
    { class: 'rail-actions' },
    h(Button, { icon: 'edit', act: rename }, rail.rename),
    h(Button, { icon: 'pin', act: pin }, work.isPinned ? rail.unpin : rail.pin),
    h(Button, { icon: 'remove', title: rail.removes[work.kind], act: erase }, rail.remove),
    h(SendingFault, { error }),
  );
}

function Renaming({ work, close }: EntryProps): JSX.Element {
  const { rail } = useWords();
  const api = useApi();
  const { refresh } = useWork();
  const { error, send, isSending } = useSending();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const submit = (event: Event) => {
    event.preventDefault();
    const name = field.current?.value.trim() ?? '';
    send(async () => {
      await api.changeLabel(work.kind, work.researchId, { name: name === work.question ? null : name || null });
      await refresh();
      close();
    });
  };
  return h(
    'form',
    {
      class: 'rail-renaming',
      onSubmit: submit,
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Escape') return;
        // A drawer stays open.
        event.preventDefault();
        close();
      },
    },
    h('input', { ref: field, 'aria-label': rail.name, maxLength: 200, defaultValue: titleOf(work).slice(0, 200) }),
    h('button', { type: 'submit', disabled: isSending }, rail.save),
    h(Button, { class: 'plain', act: close }, rail.keep),
    h(SendingFault, { error }),
  );
}
