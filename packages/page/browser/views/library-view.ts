import { Fragment, type JSX, type TargetedEvent, h } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Library, LibraryDocument } from '../api/api-types.ts';
import { Confirmed } from '../live/confirmed.ts';
import { evidenceOfDocument } from '../models/evidence.ts';
import { AddDocuments } from '../parts/add-documents.ts';
import { Ago } from '../parts/ago.ts';
import { useApi } from '../parts/api-context.ts';
import { DocumentAbout } from '../parts/document-about.ts';
import { Icon, SourceIcon } from '../parts/icon.ts';
import { Awaited, useLoaded } from '../parts/loading.ts';
import { useTitle } from '../parts/router.ts';
import { useUploading } from '../parts/uploading.ts';
import { useWords } from '../parts/words-context.ts';
import { DocumentDialog } from '../read/stored-text.ts';
import { AddPage, ChooseFolder } from './add-sources.ts';

/** More than anybody reads; a search finds the others. */
const SHOWN = 200;
const TYPED_MS = 250;

/** What can be asked: folders and collections with their documents, and ways to add and remove. */
export function LibraryView(): JSX.Element {
  const { library: words } = useWords();
  const api = useApi();
  const { version } = useUploading();
  const [loaded, again] = useLoaded('library', () => api.readLibrary(), version);
  useTitle(words.heading);
  return h(
    'div',
    { class: 'column library' },
    h('h1', {}, words.heading),
    h('p', { class: 'quiet' }, words.about),
    h(Awaited<Library>, { loaded, again, show: (library) => h(Shown, { library }) }),
  );
}

function Shown({ library }: { readonly library: Library }): JSX.Element {
  const { library: words, language } = useWords();
  const { folders, uploads, offersFolders } = library;
  const [search, setSearch] = useSearch();
  const [told, setTold] = useState('');
  const typed = ({ currentTarget }: TargetedEvent<HTMLInputElement>) => setSearch(currentTarget.value);
  return h(
    Fragment,
    {},
    uploads === null ? h('p', { class: 'quiet' }, words.noUploads) : h(AddDocuments, { isLarge: true }),
    uploads === null ? null : h(AddPage, { folders, setTold }),
    offersFolders ? h(ChooseFolder, { setTold }) : null,
    h('p', { class: 'quiet told', role: 'status' }, told),
    folders.length === 0
      ? h('p', {}, words.none)
      : h(
          'label',
          { class: 'library-search' },
          h('span', { class: 'hidden' }, words.search),
          h('input', { type: 'search', maxLength: 200, placeholder: words.search, onInput: typed }),
        ),
    folders.map((folder) =>
      h(Folder, {
        key: folder.name,
        folder,
        search,
        others: folders.flatMap(({ name }) => (name === folder.name ? [] : name)),
        setTold,
      }),
    ),
    uploads === null || uploads.usedBytes === 0
      ? null
      : h('p', { class: 'quiet' }, words.used(sizeIn(language, uploads.usedBytes), sizeIn(language, uploads.maxBytes))),
  );
}

function sizeIn(language: string, bytes: number): string {
  const size = { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language, size).format(bytes / 1_024 ** 2);
}

/** What is searched for once typing pauses. */
function useSearch(): readonly [string, (typed: string) => void] {
  const [search, setSearch] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  return [
    search,
    (typed) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setSearch(typed.trim()), TYPED_MS);
    },
  ];
}

interface FolderProps {
  readonly folder: Library['folders'][number];
  readonly search: string;
  /** The other folders. */
  readonly others: readonly string[];
  /** Says what became of something. */
  readonly setTold: (told: string) => void;
}

function Folder({ folder, search, others, setTold }: FolderProps): JSX.Element {
  const { library: words } = useWords();
  const [isOpen, setIsOpen] = useState(others.length === 0);
  const { name, isUpload, canChange, isChosen, documents, unreadable } = folder;
  const kind = isUpload ? (canChange ? words.ofUploads : words.ofAll) : words.ofServer;
  const isShown = isOpen || search !== '';
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
    isShown ? h(Documents, { folder, search, others, setTold }) : null,
    canChange || isChosen ? h(FolderWays, { folder, setTold }) : null,
  );
}

function FolderWays({
  folder: { name, documents, isChosen },
  setTold,
}: Pick<FolderProps, 'folder' | 'setTold'>): JSX.Element {
  const { library: words } = useWords();
  const api = useApi();
  const { changed } = useUploading();
  const label = isChosen ? words.giveUp : words.removeAll;
  const remove = async () => {
    await api.removeCollection(name);
    setTold(isChosen ? words.givenUp(name) : words.removed(name));
    changed();
  };
  return h(
    'div',
    { class: 'folder-ways' },
    isChosen ? null : h(AddDocuments, { target: name }),
    h(Confirmed, {
      words: {
        button: label,
        says: isChosen ? words.givesUp(name) : words.removesAll(name, documents ?? 0),
        confirm: isChosen ? words.giveUp : words.remove,
      },
      name: `${label}: ${name}`,
      isErasure: true,
      act: remove,
    }),
  );
}

interface Listed {
  readonly total: number;
  readonly documents: readonly LibraryDocument[];
}

function Documents({ folder, search, others, setTold }: FolderProps): JSX.Element {
  const { library: words } = useWords();
  const api = useApi();
  const { version } = useUploading();
  const load = () => api.listDocuments(folder.name, { search, limit: SHOWN });
  const [loaded, again] = useLoaded(`${folder.name}\n${search}`, load, version);
  const show = ({ total, documents }: Listed) => {
    if (total === 0) return h('p', { class: 'quiet' }, search === '' ? words.none : words.nothingMatches);
    return [
      h(
        'ul',
        { key: 'list', class: 'documents' },
        documents.map((each) => h(Document, { key: each.path, folder, document: each, others, setTold })),
      ),
      documents.length < total ? h('p', { key: 'count', class: 'quiet' }, words.found(documents.length, total)) : null,
    ];
  };
  return h(Awaited<Listed>, { loaded, again, show });
}

interface DocumentProps extends Pick<FolderProps, 'others'> {
  readonly folder: Library['folders'][number];
  readonly document: LibraryDocument;
  readonly setTold: (told: string) => void;
}

function Document({ folder, document: shown, others, setTold }: DocumentProps): JSX.Element {
  const { library: words } = useWords();
  const api = useApi();
  const { changed } = useUploading();
  const { path, title, address, reason, state } = shown;
  // The members of an archive go with it.
  const file = /^(.*?\.zip)\//iu.exec(path)?.[1] ?? path;
  const isAlone = file === path;
  const remove = async () => {
    await api.removeDocument(folder.name, file);
    setTold(words.removed(file));
    changed();
    // It leaves the search index, too.
    void api.readCollection(folder.name).catch(() => null);
  };
  return h(
    'li',
    { class: state === 'unreadable' ? 'document unreadable' : 'document' },
    h(
      'div',
      {},
      h(Name, { folder, document: shown, others }),
      title === null || title === path ? null : h('p', { class: 'quiet' }, h('bdi', {}, title)),
      h(Facts, { document: shown }),
      address === null ? null : h('p', { class: 'quiet' }, h('a', { href: address, rel: 'noreferrer' }, address)),
      reason === null ? null : h('p', { class: 'warning' }, words.reasonOf(reason)),
    ),
    folder.canChange
      ? h(Confirmed, {
          words: {
            button: isAlone ? words.remove : words.removeArchive(file),
            says: words.removes(file),
            confirm: words.remove,
          },
          name: isAlone ? `${words.remove}: ${file}` : words.removeArchive(file),
          isErasure: true,
          act: remove,
        })
      : null,
  );
}

/** Opens the document as wide as the window, with a way to ask it alone. */
function Name({ folder, document: shown, others }: Omit<DocumentProps, 'setTold'>): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const { path, address, state } = shown;
  const name = h('bdi', {}, path);
  const opened = { evidence: evidenceOfDocument(folder.name, shown), layerWords: null, close: () => setOpen(false) };
  return h(
    'div',
    { class: 'document-name' },
    h(SourceIcon, { source: null, locator: address ?? path }),
    state === 'read' ? h('button', { type: 'button', class: 'plain opens', onClick: () => setOpen(true) }, name) : name,
    isOpen ? h(DocumentDialog, opened, h(DocumentAbout, { folder: folder.name, path, leftOut: others })) : null,
  );
}

function Facts({ document: shown }: Pick<DocumentProps, 'document'>): JSX.Element {
  const { library: words, language: ofPage } = useWords();
  const { format, pages, recognisedPages, language, readAt, state } = shown;
  const facts = [
    format,
    pages === null ? null : words.pages(pages),
    recognisedPages === 0 ? null : words.recognised(recognisedPages),
    language === null || !/^[a-z]{2}$/.test(language)
      ? null
      : (new Intl.DisplayNames(ofPage, { type: 'language' }).of(language) ?? null),
    state === 'read' ? null : words.states[state],
  ].filter((fact) => fact !== null);
  return h(
    'p',
    { class: 'quiet' },
    facts.join(' · '),
    state === 'read'
      ? [facts.length === 0 ? '' : ' · ', `${words.states.read} `, readAt === null ? null : h(Ago, { time: readAt })]
      : null,
  );
}
