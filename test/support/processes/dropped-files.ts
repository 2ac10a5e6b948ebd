import type { Page } from 'playwright-core';

/** Drops files onto the page, as from a window of the desktop. */
export async function dropFiles(page: Page, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  const sent = Object.entries(files).map(([name, content]) => [name, Buffer.from(content).toString('base64')]);
  const dataTransfer = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    for (const [name, data] of ${JSON.stringify(sent)}) {
      transfer.items.add(new File([Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))], name));
    }
    return transfer;
  })()`);
  await page.dispatchEvent('body', 'dragenter', { dataTransfer });
  await page.dispatchEvent('body', 'drop', { dataTransfer });
}
