import type { PageModules } from './page-modules.ts';

/** The document of every view: without content of its own, so it can be shown to whoever asks. */
export function renderShell({ version, first, styles }: Pick<PageModules, 'version' | 'first' | 'styles'>): string {
  const at = `/assets/${version}`;
  const preloads = first.map((path) => `  <link rel="modulepreload" href="${at}/${path}">`).join('\n');
  const sheets = styles.map((path) => `  <link rel="stylesheet" href="${at}/${path}">`).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>Plumbline</title>
  <link rel="icon" href="${at}/page/icon.svg" type="image/svg+xml">
${sheets}
${preloads}
  <script type="module" src="${at}/page/main.ts"></script>
</head>
<body>
  <div id="page"><noscript>This page needs JavaScript. The report is also at /api/runs/&lt;id&gt;/report.</noscript></div>
</body>
</html>
`;
}
