// `npm run licences`: lists the packages that the site runs on, by licence; with `--all` also those that build and test the site.
import { isAllowed, lockedPackages } from './packages.ts';

const all = process.argv.includes('--all');
const packages = lockedPackages().filter(({ isForDevelopment }) => all || !isForDevelopment);
const names = Map.groupBy(packages, ({ licence }) => licence || 'none named');
for (const [licence, list] of [...names].sort(([, a], [, b]) => b.length - a.length)) {
  process.stdout.write(`\n${licence} (${list.length})\n`);
  for (const found of list) process.stdout.write(`  ${found.name}@${found.version}${all || isAllowed(found) ? '' : '  NOT ALLOWED'}\n`);
}
