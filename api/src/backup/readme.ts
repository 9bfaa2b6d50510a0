import { MANIFEST_FILE, type Manifest } from './manifest.ts';

/** Returns the README of an export, for a reader who finds the folder and does not know the site. */
export function exportReadme({ takenAt, tables, files, schema }: Manifest): string {
  const rows = tables.map(({ name, file, rows, columns }) => {
    const list = columns.map((column) => `\`${column.name}\` ${column.type}`).join(', ');
    return `| [${name}](${file}) | ${rows} | ${list} |`;
  });
  return `# Tudo do site · Everything of the site

Estado de ${takenAt}. Contém dados pessoais de compradores: guarde em lugar seguro, criptografado, e apague quando não precisar mais.
State of ${takenAt}. It holds personal data of buyers: keep it safe, encrypted, and delete it when you no longer need it.

- \`tables/\`: uma linha de JSON por registro, em UTF-8 · one line of JSON for each row, in UTF-8 (JSON Lines). Datas em UTC, valores em
  centavos · instants in UTC, amounts in minor units. Assinantes e seu consentimento · subscribers and their consent:
  \`tables/newsletter_subscribers.jsonl\`. Textos e ajustes publicados · published texts and settings: \`tables/content_versions.jsonl\`.
- \`files/\`: os arquivos como são · the files as they are (${files.length}): PDFs em \`files/ebooks\`, imagens em \`files/store-assets\`.
- \`${MANIFEST_FILE}\`: tamanho, número de linhas e SHA-256 de cada arquivo · size, rows and SHA-256 of each file.

De volta a uma instalação vazia, da mesma versão · back into an empty installation of the same version
(${schema ?? '?'}): \`npm run restore -- <pasta · folder>\`.

As contas de quem entra no site (e-mail e senha) estão no Firebase e não aqui · the accounts of those who sign in are at Firebase and not here:
\`firebase auth:export accounts.json --project <id>\`; \`firebase auth:import accounts.json\` com os parâmetros de hash do projeto de origem ·
with the hash parameters of the project they come from. Os pedidos apontam para o \`uid\` da conta, que a importação conserva · orders
name the account's \`uid\`, which the import keeps.

| Tabela · table | Linhas · rows | Colunas · columns |
|---|---|---|
${rows.join('\n')}
`;
}
