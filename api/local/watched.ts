// Runs an entry under Node's watcher, and ends the entry and the watcher together with the site. Node's watcher cannot preload the module
// that ends a process with its parent.
import { spawn } from 'node:child_process';

const watcher = spawn(process.execPath, ['--watch', '--watch-preserve-output', ...process.argv.slice(2)], { stdio: 'inherit' });
process.on('SIGTERM', () => watcher.kill('SIGTERM'));
watcher.once('exit', (code) => process.exit(code ?? 1));
