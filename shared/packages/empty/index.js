// In place of packages that pdfjs-dist asks for when it loads, for what is never used here.
module.exports = {};
