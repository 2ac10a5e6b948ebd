import type { AddedMemory, MemoryEntry, MemoryQuery } from '@plumbline/contracts/research/memory';
import { Fragment, h, type JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { byStanding } from '../models/memory.ts';
import { Ago } from '../parts/ago.ts';
import { useApi } from '../parts/api-context.ts';
import { Button } from '../parts/button.ts';
import { list } from '../parts/lists.ts';
import { Awaited, useLoaded } from '../parts/loading.ts';
import { useTitle } from '../parts/router.ts';
import { SendingFault, useSending } from '../parts/sending.ts';
import { useUndo } from '../parts/undo.ts';
import { useWords } from '../parts/words-context.ts';

const USER = 'plumbline-user';

/** What a user had remembered: to see, search, add to, confirm and erase. */
export function MemoryView(): JSX.Element {
  const { memory } = useWords();
  const api = useApi();
  const [loaded, again] = useLoaded('user', async () => {
    const [named, oneself] = await Promise.all([api.readUser(), api.readOneself()]);
    return { named, oneself };
  });
  useTitle(memory.heading);
  return h('div', { class: 'column' }, h(Awaited<Users>, { loaded, again, show: (users) => h(UserMemory, users) }));
}

interface Users {
  /** By the token: it shows no other memory. */
  readonly named: string | null;
  /** A single person on a machine of their own needs no name. */
  readonly oneself: string | null;
}

function UserMemory({ named, oneself }: Users): JSX.Element {
  const { memory } = useWords();
  const api = useApi();
  const [chosen, setChosen] = useUser(oneself ?? '');
  const user = named ?? chosen;
  const change = h(Button, { class: 'plain', act: () => setChosen('') }, memory.otherUser);
  return h(
    Fragment,
    {},
    h('h1', {}, user === '' || user === oneself ? memory.heading : memory.of(user)),
    h('p', { class: 'quiet' }, memory.about),
    user === ''
      ? h(UserForm, { onUser: setChosen })
      : h(
          Fragment,
          {},
          named === null ? change : null,
          h(LoadedMemory, { key: user, user, load: () => api.listMemory(user) }),
        ),
  );
}

interface MemoryProps {
  readonly user: string;
  readonly load: () => Promise<readonly MemoryEntry[]>;
}

function LoadedMemory({ user, load }: MemoryProps): JSX.Element {
  const [loaded, again] = useLoaded(user, load);
  return h(Awaited<readonly MemoryEntry[]>, { loaded, again, show: (first) => h(Memory, { user, load, first }) });
}

/** Changes are reloaded behind what is shown, so that the scroll position is kept. */
function Memory({ user, load, first }: MemoryProps & { readonly first: readonly MemoryEntry[] }): JSX.Element {
  const { memory } = useWords();
  const [entries, setEntries] = useState(first);
  const [told, setTold] = useState('');
  const changed = async (message: string): Promise<void> => {
    setEntries(await load());
    setTold(message);
  };
  const { shown, forget } = useForgetting(user, entries, changed);
  return h(
    Fragment,
    {},
    h('p', { class: 'quiet told', role: 'status' }, told),
    h(AddForm, { user, changed }),
    shown.length === 0 ? h('p', { class: 'quiet' }, memory.none) : h(SearchForm, { user }),
    byStanding(shown).map((group) =>
      h(
        'section',
        { key: group.standing, 'aria-labelledby': `memory-${group.standing}` },
        h('h2', { id: `memory-${group.standing}` }, memory.standings[group.standing]),
        h('p', { class: 'quiet' }, memory.meanings[group.standing]),
        h(
          'ul',
          { class: 'runs' },
          group.entries.map((entry) => h(Entry, { key: entry.entryId, user, entry, changed, forget })),
        ),
      ),
    ),
    shown.length === 0
      ? null
      : h(
          Button,
          { icon: 'remove', class: 'plain', act: () => forget(null, memory.forgetAllMeans(entries.length)) },
          memory.forgetAll,
        ),
  );
}

/** What is forgotten is not shown any more, and erased unless that is taken back. */
function useForgetting(user: string, entries: readonly MemoryEntry[], changed: (told: string) => Promise<void>) {
  const { memory } = useWords();
  const api = useApi();
  const { isGone, remove } = useUndo();
  const act = async (entryId: string | null): Promise<void> => {
    const { forgotten, heldBy } = await api.forgetMemory(user, entryId);
    const held = heldBy.length === 0 ? '' : ` ${memory.held}: ${heldBy.join(', ')}.`;
    await changed(`${memory.forgotten(forgotten.length)}${held}`);
  };
  return {
    shown: isGone(`memory ${user}`) ? [] : entries.filter(({ entryId }) => !isGone(`memory ${entryId}`)),
    /** @param entryId null: everything */
    forget: (entryId: string | null, says: string) =>
      remove({ keys: [`memory ${entryId ?? user}`], said: memory.erased, says, act: () => act(entryId) }),
  };
}

/** The user whose memory is shown; kept until the tab is closed. */
function useUser(first: string): readonly [string, (user: string) => void] {
  const [user, setUser] = useState(() => sessionStorage.getItem(USER) ?? first);
  return [
    user,
    (name) => {
      sessionStorage.setItem(USER, name);
      setUser(name);
    },
  ];
}

/** Asks for the user whose memory to show. */
function UserForm({ onUser }: { readonly onUser: (user: string) => void }): JSX.Element {
  const { memory } = useWords();
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: Event) => {
    event.preventDefault();
    const name = field.current?.value.trim() ?? '';
    if (name !== '') onUser(name);
  };
  return h(
    'form',
    { class: 'fields', onSubmit: submit },
    h('p', {}, memory.whose),
    h('label', {}, memory.user, h('input', { ref: field, required: true, maxLength: 200, autocomplete: 'off' })),
    h('button', { type: 'submit' }, memory.show),
  );
}

interface AddProps {
  readonly user: string;
  /** Reads the memory again. @param told what is said about it */
  readonly changed: (told: string) => Promise<void>;
}

/** Remembers a text, and shows entries that say otherwise. */
function AddForm({ user, changed }: AddProps): JSX.Element {
  const { memory } = useWords();
  const api = useApi();
  const { isSending, error, send } = useSending();
  const [others, setOthers] = useState<Pick<AddedMemory, 'verdict' | 'concerned'> | null>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const core = useRef<HTMLInputElement>(null);
  const submit = (event: Event) => {
    event.preventDefault();
    send(async () => {
      const addition = { text: text.current?.value ?? '', core: core.current?.checked ?? false };
      const added = await api.addMemory(user, addition);
      if (text.current !== null) text.current.value = '';
      setOthers(added);
      await changed(memory.added(added.isNew));
    });
  };
  return h(
    'form',
    { class: 'fields', onSubmit: submit },
    h('label', {}, memory.add, h('textarea', { ref: text, required: true, maxLength: 2_000, rows: 2 })),
    h('label', { class: 'check-field' }, h('input', { ref: core, type: 'checkbox' }), memory.core),
    h('button', { type: 'submit', disabled: isSending }, memory.remember),
    h(SendingFault, { error }),
    others === null || others.concerned.length === 0
      ? null
      : [
          h('p', { key: 'said', class: 'warning' }, memory.others[others.verdict]),
          list(
            others.concerned,
            ({ entry, difference }) => [entry.text, h('span', { class: 'quiet' }, ` ${difference}`)],
            { key: 'others' },
          ),
        ],
  );
}

/** Finds entries by what they mean. */
function SearchForm({ user }: { readonly user: string }): JSX.Element {
  const { memory } = useWords();
  const api = useApi();
  const { isSending, error, send } = useSending();
  const [result, setResult] = useState<MemoryQuery | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: Event) => {
    event.preventDefault();
    send(async () => setResult(await api.searchMemory(user, field.current?.value ?? '')));
  };
  return h(
    'form',
    { class: 'fields', role: 'search', onSubmit: submit },
    h('label', {}, memory.searchFor, h('input', { ref: field, type: 'search', required: true, maxLength: 2_000 })),
    h('button', { type: 'submit', disabled: isSending }, memory.search),
    h(SendingFault, { error }),
    h('div', { 'aria-live': 'polite' }, result === null ? null : h(Found, { result })),
  );
}

function Found({ result: { found, notes } }: { readonly result: MemoryQuery }): JSX.Element {
  const { memory } = useWords();
  return h(
    'div',
    {},
    h('p', { class: 'quiet' }, memory.found(found.length)),
    h(
      'ol',
      {},
      found.map(({ entry, score }) =>
        h(
          'li',
          { key: entry.entryId },
          entry.text,
          h('span', { class: 'quiet' }, ` ${score.toFixed(2)}, ${memory.standings[entry.standing]}`),
        ),
      ),
    ),
    notes.map((note) => h('p', { key: note, class: 'quiet', lang: 'en' }, note)),
  );
}

interface EntryProps {
  readonly user: string;
  readonly entry: MemoryEntry;
  /** Reads the memory again. @param told what is said about it */
  readonly changed: (told: string) => Promise<void>;
  readonly forget: (entryId: string, says: string) => void;
}

/** One entry with what can be done about it. */
function Entry({ user, entry, changed, forget }: EntryProps): JSX.Element {
  const { memory } = useWords();
  const { entryId, text, type, provenance, createdAt, strength } = entry;
  const strengthened = strength > 1 ? `, ${memory.strengthened(strength - 1)}` : '';
  return h(
    'li',
    { class: 'entry' },
    h('p', { class: 'text' }, text),
    h(
      'p',
      { class: 'quiet' },
      `${memory.types[type]}, ${memory.told[provenance.by === 'model' ? 'model' : 'user']} `,
      h(Ago, { time: createdAt }),
      strengthened,
    ),
    h(
      'div',
      { class: 'ways' },
      h(Confirm, { user, entry, changed }),
      h(
        Button,
        {
          icon: 'remove',
          class: 'plain',
          'aria-label': `${memory.forget}: ${memory.entry(text)}`,
          act: () => forget(entryId, memory.forgetMeans),
        },
        memory.forget,
      ),
    ),
  );
}

function Confirm({ user, entry, changed }: Omit<EntryProps, 'forget'>): JSX.Element {
  const { memory } = useWords();
  const api = useApi();
  const { isSending, error, send } = useSending();
  const name = `${memory.confirm}: ${memory.entry(entry.text)}`;
  const confirm = () =>
    send(async () => {
      await api.confirmMemory(user, entry.entryId);
      await changed(memory.confirmed);
    });
  return h(
    Fragment,
    {},
    h(Button, { disabled: isSending, 'aria-label': name, act: confirm }, memory.confirm),
    h(SendingFault, { error }),
  );
}
