// Replaces packages that pdfjs-dist requires when it loads, for features that we never use.
module.exports = {};
