import { Fragment, h, type JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { MemoryEntry } from '../../../workflows/contracts/memory.ts';
import type { Forgotten } from '../api/memory-client.ts';
import { byStanding } from '../models/memory.ts';
import { useApi } from '../parts/api-context.ts';
import { Awaited, useLoaded } from '../parts/loading.ts';
import { useWords } from '../parts/words-context.ts';
import { AddForm } from './add-form.ts';
import { Entry } from './entry.ts';
import { Forget } from './forget.ts';
import { UserForm, useUser } from './memory-user.ts';
import { SearchForm } from './search-form.ts';

/** What a user had remembered: to see, search, add to, confirm and erase. */
export function MemoryView(): JSX.Element {
  const { memory } = useWords();
  const api = useApi();
  const [loaded, again] = useLoaded('user', () => api.readUser());
  useEffect(() => {
    document.title = `${memory.heading} – Plumbline`;
  }, [memory]);
  return h(
    'div',
    { class: 'column' },
    h(Awaited<string | null>, { loaded, again, show: (named) => h(UserMemory, { named }) }),
  );
}

/** @param named by the token: it shows no other memory */
function UserMemory({ named }: { readonly named: string | null }): JSX.Element {
  const { memory } = useWords();
  const api = useApi();
  const [chosen, setChosen] = useUser();
  const user = named ?? chosen;
  const change = h('button', { type: 'button', class: 'plain', onClick: () => setChosen('') }, memory.otherUser);
  return h(
    Fragment,
    {},
    h('h1', {}, user === '' ? memory.heading : memory.of(user)),
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

/** Changes are read again behind what is shown, so that nobody loses the place. */
function Memory({ user, load, first }: MemoryProps & { readonly first: readonly MemoryEntry[] }): JSX.Element {
  const { memory } = useWords();
  const [entries, setEntries] = useState(first);
  const [told, setTold] = useState('');
  const changed = async (message: string): Promise<void> => {
    setEntries(await load());
    setTold(message);
  };
  const forgotten = ({ forgotten: ids, heldBy }: Forgotten): Promise<void> =>
    changed(`${memory.forgotten(ids.length)}${heldBy.length === 0 ? '' : ` ${memory.held}: ${heldBy.join(', ')}.`}`);
  return h(
    Fragment,
    {},
    h('p', { class: 'quiet told', role: 'status' }, told),
    h(AddForm, { user, changed }),
    entries.length === 0 ? h('p', {}, memory.none) : h(SearchForm, { user }),
    byStanding(entries).map((group) =>
      h(
        'section',
        { key: group.standing, 'aria-labelledby': `memory-${group.standing}` },
        h('h2', { id: `memory-${group.standing}` }, memory.standings[group.standing]),
        h('p', { class: 'quiet' }, memory.meanings[group.standing]),
        h(
          'ul',
          { class: 'runs' },
          group.entries.map((entry) => h(Entry, { key: entry.entryId, user, entry, changed, forgotten })),
        ),
      ),
    ),
    entries.length === 0
      ? null
      : h(Forget, {
          user,
          entryId: null,
          label: memory.forgetAll,
          means: memory.forgetAllMeans(entries.length),
          forgotten,
        }),
  );
}
