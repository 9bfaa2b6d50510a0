// The floors that the site is compared with, built in the same run from the same books: static HTML, an empty React page, and a
// client-rendered React shop in one bundle. The build sets `FLOOR`.
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';

declare const FLOOR: 'empty' | 'shop';

type Book = {
  id: string;
  title: string;
  description: string;
  price: string;
  image: string;
};

function Shop() {
  const [books, setBooks] = useState<Book[]>([]);
  useEffect(() => {
    void fetch('/books.json')
      .then((answer) => answer.json())
      .then(setBooks);
  }, []);
  return (
    <main>
      <h1>Loja</h1>
      <ul>
        {books.map((book, index) => (
          <li key={book.id}>
            <Link to={`/shop/ebook/${book.id}`}>
              <img src={book.image} alt="" width="240" height="360" loading={index < 4 ? 'eager' : 'lazy'} />
              <h2>{book.title}</h2>
            </Link>
            <p>{book.description}</p>
            <p>{book.price}</p>
            <button type="button">Adicionar</button>
          </li>
        ))}
      </ul>
    </main>
  );
}

const Empty = () => <h1>Olá</h1>;

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <BrowserRouter>
      <Routes>
        <Route path="*" element={FLOOR === 'shop' ? <Shop /> : <Empty />} />
      </Routes>
    </BrowserRouter>,
  );
}
