import { Fragment, type JSX, type TargetedEvent, h } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Library } from '../api/api-types.ts';
import { AddDocuments } from '../parts/add-documents.ts';
import { Button } from '../parts/button.ts';
import { Icon } from '../parts/icon.ts';
import { Awaited, useLoaded } from '../parts/loading.ts';
import { View } from '../parts/router.ts';
import { useUndo } from '../parts/undo.ts';
import { useLibrary } from '../parts/uploading.ts';
import { useWords } from '../parts/words-context.ts';
import { useWork } from '../parts/work-context.ts';
import { AddPage, ChooseFolder } from './add-sources.ts';
import {
  type Choice,
  ChoiceContext,
  ChosenDocuments,
  Documents,
  type DocumentsProps,
  keyOf,
} from './library-documents.ts';
import { FoundWork } from './runs-view.ts';

const TYPED_MS = 250;

/** What can be asked: folders and collections with their documents, and ways to add and remove. */
export function LibraryView(): JSX.Element {
  const { words, api, version } = useLibrary();
  const [loaded, again] = useLoaded('library', () => api.readLibrary(), version);
  return h(
    View,
    { heading: words.heading },
    h('p', { class: 'quiet' }, words.about),
    h(Awaited<Library>, { loaded, again, show: (library) => h(Shown, { library }) }),
  );
}

function Shown({ library }: { readonly library: Library }): JSX.Element {
  const { library: words, language } = useWords();
  const { folders, uploads, offersFolders } = library;
  const { typed, search, type, find } = useSearch();
  const names = folders.map(({ name }) => name);
  const [chosen, choose] = useState<Choice['chosen']>([]);
  const [told, setTold] = useState('');
  const { isGone } = useUndo();
  const write = ({ currentTarget }: TargetedEvent<HTMLInputElement>) => type(currentTarget.value);
  return h(
    ChoiceContext.Provider,
    { value: { chosen, choose } },
    uploads === null ? h('p', { class: 'quiet' }, words.noUploads) : h(AddDocuments, { isLarge: true }),
    uploads === null ? null : h(AddPage, { folders, setTold }),
    offersFolders ? h(ChooseFolder, { setTold }) : null,
    h('p', { class: 'quiet told', role: 'status' }, told),
    folders.length === 0
      ? h('p', { class: 'quiet' }, words.none)
      : h(
          'label',
          { class: 'library-search' },
          h('span', { class: 'hidden' }, words.search),
          h('input', { type: 'search', maxLength: 200, placeholder: words.search, value: typed, onInput: write }),
        ),
    folders
      .filter(({ name }) => !isGone(keyOf(name)))
      .map((folder) => h(Folder, { key: folder.name, folder, search, find, folders: names })),
    h(ChosenDocuments, { folders: names }),
    search === '' ? null : h(Elsewhere, { wanted: search }),
    uploads === null || uploads.usedBytes === 0
      ? null
      : h('p', { class: 'quiet' }, words.used(sizeIn(language, uploads.usedBytes), sizeIn(language, uploads.maxBytes))),
  );
}

/** What was made of the documents: conversations and reports. */
function Elsewhere({ wanted }: { readonly wanted: string }): JSX.Element | null {
  const { library: words } = useWords();
  const { loaded } = useWork();
  if (loaded.state !== 'loaded' || loaded.value.length === 0) return null;
  return h(Fragment, {}, h('h2', {}, words.answers), h(FoundWork, { work: loaded.value, wanted }));
}

function sizeIn(language: string, bytes: number): string {
  const size = { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language, size).format(bytes / 1_024 ** 2);
}

/** What is typed, and searched for once typing pauses. */
function useSearch() {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const find = (text: string, afterMs = 0) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setSearch(text.trim()), afterMs);
  };
  return { typed, search, find: (text: string) => find(text), type: (text: string) => find(text, TYPED_MS) };
}

function Folder({ folder, ...shown }: DocumentsProps): JSX.Element {
  const { library: words } = useWords();
  const [isOpen, setIsOpen] = useState(shown.folders.length === 1);
  const { name, isUpload, canChange, isChosen, documents, unreadable } = folder;
  const kind = isUpload ? (canChange ? words.ofUploads : words.ofAll) : words.ofServer;
  const isShown = isOpen || shown.search !== '';
  return h(
    'details',
    {
      class: 'library-folder',
      open: isShown,
      onToggle: ({ currentTarget }: TargetedEvent<HTMLDetailsElement>) => setIsOpen(currentTarget.open),
    },
    h(
      'summary',
      {},
      h(Icon, { name: isUpload ? 'upload' : 'folder' }),
      h('bdi', { class: 'folder-name' }, name),
      h('span', { class: 'quiet' }, ` ${words.counts(documents, unreadable)} · ${kind}`),
    ),
    isShown ? h(Documents, { folder, ...shown }) : null,
    canChange || isChosen ? h(FolderWays, { folder }) : null,
  );
}

function FolderWays({ folder: { name, documents, isChosen } }: Pick<DocumentsProps, 'folder'>): JSX.Element {
  const { words, api, changed } = useLibrary();
  const { remove } = useUndo();
  const label = isChosen ? words.giveUp : words.removeAll;
  const act = () => api.removeCollection(name).then(changed);
  const erase = () =>
    remove({
      keys: [keyOf(name)],
      said: isChosen ? words.givenUp(name) : words.removed(name),
      says: isChosen ? words.givesUp(name) : words.removesAll(name, documents ?? 0),
      act,
    });
  return h(
    'div',
    { class: 'folder-ways' },
    isChosen ? null : h(AddDocuments, { target: name }),
    h(Button, { icon: 'remove', class: 'plain', 'aria-label': `${label}: ${name}`, act: erase }, label),
  );
}
