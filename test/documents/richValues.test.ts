import { strToU8, zipSync } from 'fflate';
import { richCells, richValues } from '../../packages/documents/src/xlsx/richValues.ts';
import { readSurroundings } from '../../packages/documents/src/xlsx/drawings.ts';

const values = [
	'<rv s="0"><v>1</v><v>Fjord &amp; Sons (XNAS:FJRD)</v></rv>',
	'<rv s="1"><v>0</v><v>8</v><v>1</v></rv>',
	'<rv s="2"><v>0</v><v>5</v><v>A red lamp</v></rv>',
	'<rv s="1"><v>0</v><v>99</v><v>1</v></rv>',
];
const numbers = [2, 0, 1, 3];

/** A workbook as Excel stores data types, its values in another order than its cells. */
const PARTS = Object.fromEntries(
	Object.entries({
		'xl/metadata.xml': `<metadata xmlns:xlrd="http://a"><metadataTypes count="2"><metadataType name="XLDAPR"/><metadataType name="XLRICHVALUE"/></metadataTypes><futureMetadata name="XLDAPR"><bk><extLst/></bk></futureMetadata><futureMetadata name="XLRICHVALUE">${numbers
			.map((number) => `<bk><extLst><ext uri="{3}"><xlrd:rvb i="${number}"/></ext></extLst></bk>`)
			.join(
				'',
			)}</futureMetadata><cellMetadata><bk><rc t="1" v="0"/></bk></cellMetadata><valueMetadata>${numbers
			.map((_number, at) => `<bk><rc t="2" v="${at}"/></bk>`)
			.join('')}</valueMetadata></metadata>`,
		'xl/richData/rdrichvalue.xml': `<rvData>${values.join('')}</rvData>`,
		'xl/richData/rdrichvaluestructure.xml':
			'<rvStructures><s t="_linkedentity2"><k n="%EntityServiceId" t="i"/><k n="_DisplayString" t="s"/></s><s t="_error"><k n="colOffset" t="i"/><k n="errorType" t="i"/><k n="subType" t="i"/></s><s t="_localImage"><k n="_rvRel:LocalImageIdentifier" t="i"/><k n="CalcOrigin" t="i"/><k n="Text" t="s"/></s></rvStructures>',
		'xl/workbook.xml': '<workbook><sheets><sheet name="Stocks" r:id="r1"/></sheets></workbook>',
		'xl/_rels/workbook.xml.rels':
			'<Relationships><Relationship Id="r1" Type="http://a/worksheet" Target="worksheets/a.xml"/></Relationships>',
		'xl/worksheets/a.xml':
			'<worksheet><sheetData><row r="1"><c r="A1" t="e" vm="2"><v>#VALUE!</v></c><c r="B1" vm="3" t="e"><v>#VALUE!</v></c><c r="C1" t="e" vm="1"><v>#VALUE!</v></c><c r="D1" vm="2"><v>12.5</v></c><c r="E1" t="e" vm="4"><v>#VALUE!</v></c><c r="F1" t="e"><v>#DIV/0!</v></c></row></sheetData></worksheet>',
	}).map(([name, xml]) => [name, strToU8(xml)]),
);

const SHOWN = [
	['A1', 'Fjord & Sons (XNAS:FJRD)'],
	['C1', 'A red lamp'],
];

it('cells of data types and pictures show what Excel shows, all others what they store', () => {
	const sheet = new TextDecoder().decode(PARTS['xl/worksheets/a.xml']);
	expect([...richCells(sheet, richValues(PARTS))]).toEqual(SHOWN);
	const { sheets } = readSurroundings(Buffer.from(zipSync(PARTS)));
	expect([...(sheets.get('Stocks')?.shown ?? [])]).toEqual(SHOWN);
});

it('a workbook without such values has none', () => {
	expect(richValues({}).size).toBe(0);
	expect(richValues({ 'xl/metadata.xml': strToU8('<metadata/>') }).size).toBe(0);
});
