import { type JSX, h } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { OfferedFolders } from '../api/api-client.ts';
import type { Library } from '../api/api-types.ts';
import { Button } from '../parts/button.ts';
import { Awaited, useLoaded } from '../parts/loading.ts';
import { SendingFault, useSending } from '../parts/sending.ts';
import { useLibrary } from '../parts/uploading.ts';
import { useWords } from '../parts/words-context.ts';

interface PageProps {
  readonly folders: Library['folders'];
  /** Says what became of it. */
  readonly setTold: (told: string) => void;
}

/** Adds a page of the web by its address. */
export function AddPage({ folders, setTold }: PageProps): JSX.Element {
  const { words, api, changed } = useLibrary();
  const { isSending, error, send } = useSending();
  const address = useRef<HTMLInputElement>(null);
  const collection = useRef<HTMLInputElement>(null);
  const submit = (event: Event) => {
    event.preventDefault();
    send(async () => {
      const name = collection.current?.value.trim() || words.uploads;
      const stored = await api.storePage(name, address.current?.value.trim() ?? '');
      if (address.current !== null) address.current.value = '';
      setTold(words.pageAdded(stored.path, stored.collection));
      changed();
      void api.readCollection(name).then(changed, () => {});
    });
  };
  const into = { ref: collection, list: 'collections', maxLength: 100, placeholder: words.uploads };
  return h(
    'details',
    { class: 'add-page' },
    h('summary', {}, words.addPage),
    h(
      'form',
      { class: 'fields', onSubmit: submit },
      h('label', {}, words.address, h('input', { ref: address, type: 'url', required: true, maxLength: 2_000 })),
      h('p', { class: 'about' }, words.addressAbout),
      h('label', {}, words.into, h('input', into)),
      h(Collections, { folders }),
      h('button', { type: 'submit', disabled: isSending }, words.add),
      h(SendingFault, { error }),
    ),
  );
}

function Collections({ folders }: Pick<PageProps, 'folders'>): JSX.Element {
  const own = folders.filter(({ canChange }) => canChange);
  return h(
    'datalist',
    { id: 'collections' },
    own.map(({ name }) => h('option', { key: name, value: name })),
  );
}

type ChooseProps = Pick<PageProps, 'setTold'>;

/** Chooses a folder of the server, level by level. */
export function ChooseFolder({ setTold }: ChooseProps): JSX.Element {
  const { library: words } = useWords();
  const [isOpen, setIsOpen] = useState(false);
  return h(
    'details',
    {
      class: 'add-page',
      onToggle: ({ currentTarget }: { currentTarget: HTMLDetailsElement }) => setIsOpen(currentTarget.open),
    },
    h('summary', {}, words.serverFolder),
    h('p', { class: 'about' }, words.serverFolderAbout),
    // Listed when somebody looks.
    isOpen ? h(Levels, { setTold }) : null,
  );
}

function Levels({ setTold }: ChooseProps): JSX.Element {
  const { words, api, changed } = useLibrary();
  const [path, setPath] = useState('');
  const { isSending, error, send } = useSending();
  const place = useRef<HTMLDivElement>(null);
  const enter = (folder: string) => {
    setPath(folder);
    // The button is gone, and screen readers tell the new place.
    place.current?.focus();
  };
  const [loaded, again] = useLoaded(path, () => api.listOffered(path));
  const choose = () =>
    send(async () => {
      const name = await api.chooseFolder(path);
      setTold(words.chosen(name));
      setPath('');
      changed();
      void api.readCollection(name).then(changed, () => {});
    });
  return h(
    'div',
    { class: 'choosing', ref: place, tabIndex: -1, role: 'group', 'aria-label': path || words.serverFolder },
    path === '' ? null : h(Way, { path, setPath: enter }),
    h(Awaited<OfferedFolders>, { loaded, again, show: (folders) => h(Folders, { folders, enter }) }),
    path === ''
      ? null
      : h(Button, { disabled: isSending, act: choose }, words.searchThis(path.split('/').at(-1) ?? '')),
    h(SendingFault, { error }),
  );
}

interface FoldersProps extends Pick<FolderProps, 'enter'> {
  readonly folders: OfferedFolders;
}

function Folders({ folders, enter }: FoldersProps): JSX.Element {
  const { library: words } = useWords();
  if (folders.length === 0) return h('p', { class: 'quiet' }, words.noFolders);
  return h(
    'ul',
    { class: 'levels' },
    folders.map((folder) => h(Folder, { key: folder.path, folder, enter })),
  );
}

interface FolderProps {
  readonly folder: OfferedFolders[number];
  readonly enter: (path: string) => void;
}

function Folder({ folder: { name, path }, enter }: FolderProps): JSX.Element {
  return h('li', {}, h(Button, { icon: 'folder', class: 'plain', act: () => enter(path) }, h('bdi', {}, name)));
}

/** The folders above, to go back to. */
function Way({ path, setPath }: { readonly path: string; readonly setPath: (path: string) => void }): JSX.Element {
  const { library: words } = useWords();
  const names = path.split('/');
  const above = names.map((name, at) => ({ name, path: names.slice(0, at + 1).join('/') }));
  const back = (name: string, to: string) => h(Button, { class: 'plain', act: () => setPath(to) }, h('bdi', {}, name));
  return h(
    'nav',
    { class: 'way', 'aria-label': words.way },
    back(words.allFolders, ''),
    above.map((one, at) => [
      ' / ',
      at === above.length - 1 ? h('bdi', { 'aria-current': 'true' }, one.name) : back(one.name, one.path),
    ]),
  );
}
