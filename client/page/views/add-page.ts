import { h, type JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { Library } from '../api/api-types.ts';
import { useApi } from '../parts/api-context.ts';
import { SendingFault, useSending } from '../parts/sending.ts';
import { useUploading } from '../parts/uploading.ts';
import { useWords } from '../parts/words-context.ts';

interface PageProps {
  readonly folders: Library['folders'];
  /** Says what became of it. */
  readonly setTold: (told: string) => void;
}

/** Adds a page of the web by its address. */
export function AddPage({ folders, setTold }: PageProps): JSX.Element {
  const { library: words } = useWords();
  const api = useApi();
  const { changed } = useUploading();
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
