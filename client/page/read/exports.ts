import { h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ExportFormat } from '../../../workflows/contracts/export-format.ts';
import type { MadeFile } from '../api/live-client.ts';
import { useApi } from '../parts/api-context.ts';
import { messageOf } from '../parts/loading.ts';
import { useWords } from '../parts/words-context.ts';

const FORMATS = ['markdown', 'html', 'pdf', 'docx', 'json', 'csl-json', 'bibtex'] as const satisfies ExportFormat[];

/** Saves the report as a file. With a token a plain link could not fetch it. */
export function Exports({ researchId }: { readonly researchId: string }): JSX.Element {
  const { live, failed } = useWords();
  const api = useApi();
  const [told, setTold] = useState('');
  const [isMaking, setIsMaking] = useState(false);
  const save = async (make: () => Promise<MadeFile>) => {
    setIsMaking(true);
    setTold(live.making);
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
    h('button', { key: label, type: 'button', disabled: isMaking, onClick: () => void save(make) }, label);
  return h(
    'div',
    { class: 'exports', role: 'group', 'aria-label': live.exports },
    h('span', { class: 'quiet' }, live.exports),
    FORMATS.map((format) => button(live.exportAs[format], () => api.exportReport(researchId, format))),
    button(live.auditBundle, () => api.auditBundle(researchId)),
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
