// In place of packages that firebase-tools and pdfjs-dist ask for when they load, for what is never used here.
module.exports = {};
