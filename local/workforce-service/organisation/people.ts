import type { EmployeeName } from '../../../lib/workforce/contract/employee.ts'
import type { Draws } from './random.ts'

type NamePool = { given: readonly [string, ...string[]]; family: readonly [string, ...string[]] }

/** Names as people have them: apostrophes, hyphens, spaces, accents and other scripts included. */
const pools: readonly [NamePool, ...NamePool[]] = [
  {
    given: ['Aoife', 'Ciarán', 'Niamh', 'Oisín', 'Sinéad', 'Grace'],
    family: ["O'Brien", "O'Sullivan", 'McCarthy', 'Ní Dhomhnaill', 'Byrne', 'Walsh'],
  },
  {
    given: ['Oliver', 'Amelia', 'Jack', 'Priya', 'Harriet', 'Mary-Anne'],
    family: ['Taylor', 'Clarke', 'Patel', 'Smith-Jones', 'Hughes', 'Wright'],
  },
  {
    given: ['Chiara', 'Luca', 'Giulia', 'Matteo', 'Nicolò', 'Elisa'],
    family: ["D'Angelo", "Dell'Acqua", 'Ricci', 'Moretti', 'De Luca', 'Conti'],
  },
  {
    given: ['Zofia', 'Łukasz', 'Agnieszka', 'Paweł', 'Małgorzata', 'Jan'],
    family: ['Wójcik', 'Kowalska', 'Żak', 'Nowak', 'Dąbrowska', 'Lis'],
  },
  {
    given: ['さくら', '健', '美咲', '翔太', '陽子', '大輔'],
    family: ['田中', '佐藤', '鈴木', '高橋', '渡辺', '山本'],
  },
  {
    given: ['Олена', 'Андрій', 'Ірина', 'Тарас', 'Оксана', 'Богдан'],
    family: ['Шевченко', 'Коваленко', 'Бондар', 'Мельник', 'Ткачук', 'Лисенко'],
  },
  {
    given: ['ليلى', 'عمر', 'فاطمة', 'يوسف', 'مريم', 'خالد'],
    family: ['حداد', 'منصور', 'الخطيب', 'نصار', 'سليمان', 'درويش'],
  },
  {
    given: ['Awa', 'Moussa', 'Fatou', 'Ngozi', 'Chinedu', 'Ibrahima'],
    family: ["N'Diaye", "M'Bow", 'Okafor', 'Diallo', 'Adeyemi', 'Sow'],
  },
  {
    given: ['Ana Lucía', 'João', 'Valentina', 'Thiago', 'María José', 'Mateo'],
    family: ['García Márquez', 'da Silva', 'Muñoz', 'Conceição', 'Peña', 'Fernández'],
  },
  {
    given: ['Χριστίνα', 'Νίκος', 'Ελένη', 'Γιώργος', 'Δήμητρα', 'Πέτρος'],
    family: ['Παπαδοπούλου', 'Νικολάου', 'Αντωνίου', 'Βασιλείου', 'Γεωργίου', 'Οικονόμου'],
  },
  {
    given: ['Mele', 'Sione', 'Aroha', 'Tāne', 'Kaʻimi', 'Hine'],
    family: ['Faleʻafa', "Ma'afu", 'Ngata', 'Tūhoe', 'Kealoha', 'Parata'],
  },
]

/** Draws a name. */
export const nameFrom = (draws: Draws): EmployeeName => {
  const pool = draws.pick(pools)
  return { givenName: draws.pick(pool.given), familyName: draws.pick(pool.family) }
}

/** An address made of a name as far as ASCII goes, unique by its number. */
export const emailOf = ({ givenName, familyName }: EmployeeName, number: number): string => {
  const ascii = `${givenName}.${familyName}`
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z.]/g, '')
    .replace(/^\.+|\.+$/g, '')
  return `${ascii || 'staff'}.${number}@example.com`
}
