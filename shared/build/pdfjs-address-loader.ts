/** A file of pdf.js asks for its own address, for Node alone: webpack would write down where this machine has it. */
export default (source: string): string => source.replaceAll('import.meta.url', '"file:///pdf.mjs"');
